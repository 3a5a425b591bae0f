import * as z from 'zod/mini';
import { keep, recall } from '../../data/browser-storage.ts';
import { commentsPathOf } from '../../data/request-paths.ts';
import { noteAnswer } from '../../outbox/back-off.ts';
import { withdrawItems } from '../../outbox/discard-items.ts';
import { draftPlace, type Item } from '../../outbox/item.ts';
import { addItems, itemOf, itemsIn } from '../../outbox/outbox.ts';
import { words } from '../../words/words.ts';
import { sentTo, voiceAmong } from '../media/voice/voice-request.ts';
import { toContent } from '../mentions/to-content.ts';

export const Draft = z.object({
  text: z.string(),
  named: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The comment that is being answered, and its writer's name. */
  answering: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The photo that it is about. */
  about: z.optional(z.string()),
});

/** The place of a member's comments on a moment, which are sent in order. */
export const commentPlace = (postId: string): string => `comment/${postId}`;

/** The id of the comment that an item answers. */
export const answeredBy = ({ input }: Item): string | undefined => CommentInput.parse(input).answering?.id;

/** The place of the recording of a comment that is being written under the post. */
export const spokenPlace = (postId: string): string => draftPlace(commentPlace(postId));

/** The recording that a comment needs. */
export const voiceOf = ({ needs }: Item): Item | undefined =>
  voiceAmong(needs.flatMap((id) => itemOf(id) ?? []));

/** Sends a comment, with its recording where it `canRecord`, now or as soon as it can be sent. Returns its item. */
export const shareComment = (
  userId: string,
  postId: string,
  draft: Draft,
  canRecord: boolean,
): Item | undefined => {
  const input: z.infer<typeof CommentInput> = { ...draft, text: draft.text.trim(), postId };
  const [begin = ''] = input.text.split('\n');
  const place = commentPlace(postId);
  const voice = canRecord ? voiceAmong(itemsIn(spokenPlace(postId))) : undefined;
  const comment = {
    kind: 'comment',
    place,
    path: commentsPathOf(postId),
    input,
    label: { title: begin || words.outbox.spoken, circleIds: [] },
    needs: voice ? [voice.id] : [],
  };
  noteAnswer();
  return addItems(userId, [comment], { changed: new Map(voice && [[voice.id, sentTo(place, voice)]]) })[0];
};

/** Takes a comment back, with its recording. Returns its draft. */
export const takeBackComment = (item: Item): Draft => {
  const { postId, ...draft } = CommentInput.parse(item.input);
  const voice = voiceOf(item);
  withdrawItems([item], {
    changed: new Map(voice && [[voice.id, { place: spokenPlace(postId) }]]),
    removed: [item.id],
  });
  return draft;
};

/** A comment as it was written. */
export const CommentInput = z.extend(Draft, { postId: z.string() });

export const commentFields = (
  { postId, answering, about, ...written }: z.infer<typeof CommentInput>,
  [voiceId]: readonly string[],
) => ({
  id: postId,
  ...(voiceId !== undefined && { voiceId }),
  ...(about && { photoId: about }),
  ...toContent(written),
  ...(answering && { replyTo: answering.id }),
});

/** A comment that is being written. */
export type Draft = z.infer<typeof Draft>;

const Drafts = z.record(z.string(), Draft);

export const emptyDraft: Draft = { text: '', named: [], answering: null };

export const isEmptyDraft = ({ text, answering }: Draft): boolean => text.trim() === '' && answering === null;

const readDrafts = (): z.output<typeof Drafts> => {
  try {
    return Drafts.safeParse(JSON.parse(recall('commentDrafts') ?? '{}')).data ?? {};
  } catch {
    return {};
  }
};

const keyOf = (userId: string, ...place: (string | undefined)[]): string =>
  [userId, ...place.filter((part) => part !== undefined)].join('/');

/** The comment that this member was writing under the post, or about a photo in it, also before a reload. */
export const readDraft = (userId: string, postId: string, photoId?: string): Draft =>
  readDrafts()[keyOf(userId, postId, photoId)] ?? emptyDraft;

export const keepDraft = (userId: string, postId: string, draft: Draft, photoId?: string): void => {
  const key = keyOf(userId, postId, photoId);
  const { [key]: _, ...others } = readDrafts();
  keep('commentDrafts', JSON.stringify(isEmptyDraft(draft) ? others : { ...others, [key]: draft }));
};

/** Whether this member is writing or recording a comment under the post. */
export const hasBegun = (userId: string, postId: string): boolean =>
  !isEmptyDraft(readDraft(userId, postId)) || itemsIn(spokenPlace(postId)).length > 0;
