import * as z from 'zod/mini';
import { newIdempotencyKey } from '../../../data/idempotency-key.ts';
import { momentsPath } from '../../../data/request-paths.ts';
import { withdrawItems } from '../../../outbox/discard-items.ts';
import { draftPlace, type Item } from '../../../outbox/item.ts';
import { addItems, changeItem, changeItems, itemsIn, keepFile } from '../../../outbox/outbox.ts';
import { words } from '../../../words/words.ts';
import type { Audience } from '../composer/audience/audience-line.tsx';
import type { TakenPhoto } from './taken-photo.ts';

/** A daily photo: its file is that of its item. */
export const DailyInput = z.object({
  name: z.string(),
  /** The day on which it was taken, `YYYY-MM-DD`; null if its file does not name it. */
  takenOn: z.nullable(z.string()),
  circleIds: z.array(z.string()),
  /** Leaves out the members who take part by letter. */
  withoutLetters: z.boolean(),
  /** The members who are left out. */
  leftOut: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Whether the day on which the photo was taken stays. */
  keepsDays: z.boolean(),
});
export type DailyInput = z.infer<typeof DailyInput>;

/** The title that marks a daily photo. */
const content = 'Daily photo share';

/** The form of a daily photo. */
export const dailyForm = (input: DailyInput, file: Blob): FormData => {
  const { name, takenOn, circleIds, withoutLetters, leftOut, keepsDays } = input;
  const form = new FormData();
  form.append('content', content);
  form.append('circleIds', JSON.stringify(circleIds));
  if (withoutLetters) form.append('withoutLetters', 'true');
  if (leftOut.length > 0) form.append('hiddenFrom', JSON.stringify(leftOut.map(({ id }) => id)));
  if (!keepsDays) form.append('keepsDays', 'false');
  else if (takenOn !== null) form.append('takenOn', takenOn);
  form.append('image', file, name);
  return form;
};

/** The place of a daily photo that is not shared yet. */
export const dailyPlace = draftPlace('daily');

/** Takes another photo. The choices made for an earlier one stay. */
export const chooseDaily = async (
  userId: string,
  { file, name, takenOn }: TakenPhoto,
  circleIds: readonly string[],
): Promise<void> => {
  const earlier = itemsIn(dailyPlace);
  const choices = DailyInput.safeParse(earlier[0]?.input).data ?? {
    circleIds: [...circleIds],
    withoutLetters: false,
    leftOut: [],
    keepsDays: true,
  };
  const input = { ...choices, name, takenOn };
  const photo = { kind: 'daily photo', place: dailyPlace, input, state: 'reading' } as const;
  const [item] = addItems(userId, [photo], { removed: earlier.map(({ id }) => id) });
  if (!item) return;
  await keepFile(item, file, { state: 'paused' });
};

export const changeDaily = (
  { id, input }: Item,
  changed: Partial<Omit<DailyInput, keyof Audience> & Audience>,
): void =>
  changeItems({
    changed: new Map([[id, { input: { ...DailyInput.parse(input), ...changed } }]]),
    isTyped: true,
  });

/** Shares the daily photo. */
export const shareDaily = ({ id, input }: Item, circleIds: readonly string[]): void =>
  changeItem(id, {
    state: 'waiting',
    place: `daily/${id}`,
    path: momentsPath,
    label: { title: words.dailyPhoto.name, circleIds: [...circleIds] },
    input: { ...DailyInput.parse(input), circleIds },
  });

/** Takes a photo back that the server refused or does not have yet. */
export const takeBackDaily = (item: Item): void =>
  withdrawItems([item], {
    changed: new Map([
      [
        item.id,
        {
          state: 'paused',
          place: dailyPlace,
          label: null,
          problem: null,
          key: newIdempotencyKey(),
          isTried: false,
        },
      ],
    ]),
  });
