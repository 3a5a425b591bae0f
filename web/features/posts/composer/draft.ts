import { useState, useSyncExternalStore } from 'react';
import { forgetEditsOf } from '../../../data/edits.ts';
import { createWatchers } from '../../../data/watchers.ts';
import { draftPlace } from '../../../outbox/item.ts';
import { discardItems } from '../../../outbox/discard-items.ts';
import { itemsIn } from '../../../outbox/outbox.ts';
import { deleteOffline, keysStartingWith } from '../../../offline/offline-db.ts';
import type { Named, Written } from '../../mentions/to-content.ts';
import { lastAudience } from './audience/last-audience.ts';
import {
  type AnsweredQuestion,
  dropDraft,
  forgetAlbumDraft,
  readDrafts,
  writeDrafts,
} from './stored-drafts.ts';

/** The place of the photos and videos of a moment that is not shared yet. */
export const momentPlace = draftPlace('moment');

/** The words and the audience of a moment that is being written. Its photos are in the outbox. */
export interface Draft extends Written {
  circleIds: readonly string[];
  /** Leaves out the members who take part by letter. */
  withoutLetters: boolean;
  /** The members who are left out. */
  leftOut: readonly Named[];
  /** Whether the days on which the photos were taken stay. */
  keepsDays: boolean;
  /** The question that it answers, in whose circle alone it is shared. */
  question?: AnsweredQuestion | undefined;
  /** When it was last changed, in epoch milliseconds. */
  changedAt?: number | undefined;
}

const empty: Draft = {
  text: '',
  named: [],
  circleIds: [],
  withoutLetters: false,
  leftOut: [],
  keepsDays: true,
};
// Stored outside of the page's components, so that the draft survives navigation. It also survives a reload.
let owner: string | null = null;
let draft: Draft = empty;
const { watch, notify } = createWatchers();

/** Nothing is filled in beforehand but the circles of the last moment. */
const begun = (userId: string | null): Draft => ({
  ...empty,
  circleIds: userId === null ? [] : lastAudience(userId),
});

const show = (next: Draft): void => {
  draft = next;
  notify();
};

const read = (userId: string): void => {
  const kept = readDrafts()[userId];
  if (!kept) return show(begun(userId));
  const {
    at: changedAt,
    text,
    named = [],
    circleIds,
    withoutLetters = false,
    leftOut = [],
    keepsDays = true,
    question,
  } = kept;
  show({ text, named, circleIds, withoutLetters, leftOut, keepsDays, question, changedAt });
};

let following = false;

/** A member never finds the draft of the member who used this browser before. */
const openDraft = (userId: string): void => {
  if (owner === userId) return;
  owner = userId;
  read(userId);
  if (following) return;
  following = true;
  // Another tab may change or share the draft.
  addEventListener('storage', ({ key }: StorageEvent) => {
    if (owner !== null && key === 'circle_draft') read(owner);
  });
};

/** Whether it hides from somebody who is in its circles. */
export const leavesOut = ({ withoutLetters, leftOut }: Draft): boolean =>
  withoutLetters || leftOut.length > 0;

export const changeDraft = (changed: Partial<Draft>): void => {
  const at = Date.now();
  show({ ...draft, ...changed, changedAt: at });
  if (owner === null) return;
  const { named, leftOut, circleIds } = draft;
  const isChosenAnew =
    !draft.question && circleIds.toSorted().join() !== lastAudience(owner).toSorted().join();
  if (draft.text.trim() === '' && !isChosenAnew && !leavesOut(draft) && itemsIn(momentPlace).length === 0) {
    show({ ...draft, changedAt: undefined });
    return dropDraft(owner);
  }
  const kept = {
    ...draft,
    at,
    named: [...named],
    leftOut: [...leftOut],
    circleIds: [...circleIds],
  };
  writeDrafts({ ...readDrafts(), [owner]: kept });
};

/** Puts a question above the draft, which then goes to its circle alone. The audience that it had is kept. */
export const answerInDraft = (question: Omit<AnsweredQuestion, 'before'>, circleId: string): void => {
  const { circleIds, withoutLetters, leftOut } = draft;
  const before = draft.question
    ? draft.question.before
    : { circleIds: [...circleIds], withoutLetters, leftOut: [...leftOut] };
  changeDraft({
    question: { ...question, ...(before && { before }) },
    circleIds: [circleId],
    withoutLetters: false,
    leftOut: [],
  });
};

/** The draft answers nothing any more, and has the audience again that it had before the question. */
export const answerNothing = (): void => changeDraft({ ...draft.question?.before, question: undefined });

/** The moment was shared or discarded. */
export const clearDraft = (): void => {
  discardItems(itemsIn(momentPlace).map(({ id }) => id));
  show(begun(owner));
  if (owner !== null) dropDraft(owner);
};

/** Whether this member has not begun to write a moment. */
export const isDraftEmpty = (userId: string): boolean => {
  openDraft(userId);
  return draft.text.trim() === '' && itemsIn(momentPlace).length === 0;
};

/**
 * Deletes this member's drafts, edits, and what they shared from another app, for signing out. Those of other members
 * stay.
 */
export const forgetDraftOf = async (userId: string): Promise<void> => {
  owner = userId;
  show(empty);
  dropDraft(userId);
  forgetAlbumDraft(userId);
  forgetEditsOf(userId);
  await Promise.all([
    deleteOffline('photos', keysStartingWith(`${userId}/`)),
    deleteOffline('photos', 'shared'),
  ]);
};

/** The draft of this member. */
export const draftOf = (userId: string): Draft => {
  openDraft(userId);
  return draft;
};

export const useDraft = (userId: string): Draft => {
  useState(() => openDraft(userId));
  return useSyncExternalStore(watch, () => draft);
};
