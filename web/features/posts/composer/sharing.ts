import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import * as circles from '../../../../contract/circles.ts';
import { go } from '../../../app/navigation.ts';
import { userKey, useUser } from '../../../app/session.tsx';
import { queryKey } from '../../../data/query.ts';
import { type Item, isRefusedAtChoice } from '../../../outbox/item.ts';
import { itemOf, itemsIn, openOutbox } from '../../../outbox/outbox.ts';
import { settled } from '../../../outbox/settled.ts';
import { useIsShown } from '../../../ui/hooks/use-is-shown.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';
import { type Problems, problemsIn } from './check-draft.ts';
import { answerNothing, type Draft, draftOf, isDraftEmpty, momentPlace } from './draft.ts';
import { photosAmong } from './draft-photos.ts';
import { shareMoment, takeBackMoment } from './share-moment.ts';

const texts = words.compose;

/** The state and the actions of sending the draft. */
export interface Sharing {
  /** The moment under way: it stays on the page until the server has it. */
  sent: { draft: Draft; moment: Item } | null;
  problems: Problems;
  setProblems: (problems: Problems) => void;
  /** Resolves with the problems by part of the page, once the page accepts changes again. */
  share: (circleIds: readonly string[]) => Promise<Problems>;
  cancel: () => void;
}

/** A video that is too long waits for its member to choose a part. */
export const isChoosing = ({ kind, state, input, problem }: Item): boolean =>
  kind === 'video' &&
  state === 'refused' &&
  problem?.text === words.composeVideo.tooLong &&
  Reflect.get(Object(input), 'seconds') !== null;

/** Why the photos and videos of the draft cannot be shared as they are. */
const photosProblem = (items: readonly Item[]): Problems | null => {
  const refused = photosAmong(items).filter(({ state }) => state === 'refused' || state === 'paused');
  if (refused.some(isChoosing)) return { photos: texts.photos.partFirst };
  return refused.length > 0 ? { photos: texts.photos.missing } : null;
};

/** Shares the draft. A moment that the server refuses is the draft again, unless its member has left the page. */
export const useSharing = (): Sharing => {
  const client = useQueryClient();
  const me = useUser();
  const [sent, setSent] = useState<Sharing['sent']>(null);
  const [problems, setProblems] = useState<Problems>({});
  const isShown = useIsShown();
  const cancel = () => {
    const moment = sent && itemOf(sent.moment.id);
    // Another tab may have begun another moment.
    if (!isDraftEmpty(me.id)) return go('/');
    if (moment) takeBackMoment(moment);
    setSent(null);
  };
  const explain = (moment: Item): Problems => {
    takeBackMoment(moment);
    const { status = null, issues = [], text = words.ui.broken } = moment.problem ?? {};
    if (status === null) {
      const isUnread = itemsIn(momentPlace).some(isRefusedAtChoice);
      return photosProblem(itemsIn(momentPlace)) ?? { photos: isUnread ? texts.photos.refusedSome : text };
    }
    if (status === 404) void client.invalidateQueries({ queryKey: queryKey(circles.list, {}) });
    // A 403 may mean that the verification was just revoked; refetch the user so that the page says so.
    if (status === 403) void client.invalidateQueries({ queryKey: userKey });
    toast({ title: words.controls.error, text, tone: 'destructive' });
    // The words stay, as a moment that answers nothing.
    if (status === 404 && draftOf(me.id).question) {
      answerNothing();
      return {};
    }
    return status === 404 ? { circles: text } : problemsIn(issues);
  };
  const share = async (circleIds: readonly string[]): Promise<Problems> => {
    // The photos of a draft from before a reload may still be read.
    await openOutbox(me.id);
    // It was pressed twice, or another tab has shared the draft.
    if (isDraftEmpty(me.id)) return {};
    const known = photosProblem(itemsIn(momentPlace));
    setProblems(known ?? {});
    if (known) return known;
    const draft = { ...draftOf(me.id), circleIds };
    const moment = shareMoment(me.id, draft);
    setSent({ draft, moment });
    const now = await settled(moment.id);
    if (!isShown.current) return {};
    // It was taken back meanwhile: the page shows it as a draft.
    if (now === null && itemOf(moment.id) === undefined && !isDraftEmpty(me.id)) return {};
    // Another tab may have begun another moment.
    if (now?.state !== 'refused' || !isDraftEmpty(me.id)) {
      go('/');
      return {};
    }
    const found = explain(now);
    // Synchronously, so that the caller can focus fields that were disabled until now.
    flushSync(() => {
      setSent(null);
      setProblems(found);
    });
    return found;
  };
  return { sent, problems, setProblems, share, cancel };
};
