import type * as z from 'zod/mini';
import { newIdempotencyKey } from '../../../data/idempotency-key.ts';
import { momentsPath } from '../../../data/request-paths.ts';
import { type Item, isRefusedAtChoice, moveTo } from '../../../outbox/item.ts';
import { withdrawItems } from '../../../outbox/discard-items.ts';
import { addItems, itemsIn, removeItems } from '../../../outbox/outbox.ts';
import { words } from '../../../words/words.ts';
import { sentTo, voiceAmong } from '../../media/voice/voice-request.ts';
import { changeDraft, clearDraft, type Draft, leavesOut, momentPlace } from './draft.ts';
import { altOf, photosAmong } from './draft-photos.ts';
import { rememberAudience } from './audience/last-audience.ts';
import { MomentInput } from './moment-request.ts';

/** Shares the moment with its photos, without those that could not be read. Returns its item. */
export const shareMoment = (userId: string, draft: Draft): Item => {
  removeItems(
    itemsIn(momentPlace)
      .filter(isRefusedAtChoice)
      .map(({ id }) => id),
  );
  const inDraft = itemsIn(momentPlace);
  const photos = photosAmong(inDraft);
  const voice = voiceAmong(inDraft);
  const { text, named, circleIds, withoutLetters, leftOut, keepsDays, question } = draft;
  const input: z.infer<typeof MomentInput> = {
    text,
    named: [...named],
    circleIds: [...circleIds],
    withoutLetters,
    leftOut: [...leftOut],
    keepsDays,
    ...(question && { question }),
    alts: photos.map((photo) => altOf(photo).trim()),
    hasVoice: voice !== undefined,
  };
  const [begin = ''] = text.trim().split('\n');
  const place = `moment/${newIdempotencyKey()}`;
  const moment = {
    kind: 'moment',
    place,
    path: momentsPath,
    input,
    needs: [...photos, ...(voice ? [voice] : [])].map(({ id }) => id),
    label: { title: begin || words.outbox.moment, circleIds: input.circleIds },
  };
  const changed = new Map(moveTo(place, inDraft));
  if (voice) changed.set(voice.id, sentTo(place, voice));
  const [added] = addItems(userId, [moment], { changed });
  if (!added) throw new Error('no item was added');
  if (!question) rememberAudience(userId, circleIds, leavesOut(draft));
  clearDraft();
  return added;
};

/** Takes back a moment that the server refused or does not have yet, to change it. */
export const takeBackMoment = (moment: Item): void => {
  const { alts: _, hasVoice: __, ...draft } = MomentInput.parse(moment.input);
  const others = itemsIn(moment.place).filter(({ id }) => id !== moment.id);
  withdrawItems([moment], {
    changed: moveTo(momentPlace, others),
    removed: [moment.id],
  });
  // A question may stand above the empty draft by now.
  changeDraft({ question: undefined, ...draft });
};
