import type * as z from 'zod/mini';
import { newIdempotencyKey } from '../../../data/idempotency-key.ts';
import { type Item, isRefusedAtChoice, keyAfterChange, moveTo } from '../../../outbox/item.ts';
import { addItems, changeItems, itemsIn, removeItems } from '../../../outbox/outbox.ts';
import { words } from '../../../words/words.ts';
import { changeDraft, clearDraft, type Draft, momentPlace } from './draft.ts';
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
  const photos = photosAmong(itemsIn(momentPlace));
  const { text, named, circleIds, withoutLetters, leftOut, keepsDays, question } = draft;
  const { key = newIdempotencyKey() } = draft;
  const input: z.infer<typeof MomentInput> = {
    text,
    named: [...named],
    circleIds: [...circleIds],
    withoutLetters,
    leftOut: [...leftOut],
    keepsDays,
    ...(question && { question }),
    alts: photos.map((photo) => altOf(photo).trim()),
  };
  const [begin = ''] = text.trim().split('\n');
  const place = `moment/${newIdempotencyKey()}`;
  const moment = {
    kind: 'moment',
    place,
    input,
    needs: photos.map(({ id }) => id),
    label: { title: begin || words.outbox.moment, circleIds: input.circleIds },
    key,
  };
  const [added] = addItems(userId, [moment], { changed: moveTo(place, itemsIn(momentPlace)) });
  if (!added) throw new Error('no item was added');
  if (!question) rememberAudience(userId, circleIds, withoutLetters || leftOut.length > 0);
  clearDraft();
  return added;
};

/** Takes back a moment that the server refused or does not have yet, to change it. */
export const takeBackMoment = (moment: Item): void => {
  const { alts: _, ...draft } = MomentInput.parse(moment.input);
  const others = itemsIn(moment.place).filter(({ id }) => id !== moment.id);
  changeItems({
    changed: moveTo(momentPlace, others),
    removed: [moment.id],
  });
  changeDraft({ ...draft, key: keyAfterChange(moment) });
};
