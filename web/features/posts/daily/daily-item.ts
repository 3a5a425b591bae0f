import { draftPlace, type Item, keyAfterChange } from '../../../outbox/item.ts';
import { addItems, changeItem, changeItems, itemsIn, keepFile } from '../../../outbox/outbox.ts';
import { words } from '../../../words/words.ts';
import type { Audience } from '../composer/audience/audience-line.tsx';
import { DailyInput } from './daily-request.ts';
import type { TakenPhoto } from './taken-photo.ts';

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
    label: { title: words.dailyPhoto.name, circleIds: [...circleIds] },
    input: { ...DailyInput.parse(input), circleIds },
  });

/** Takes a photo back that the server refused or does not have yet. */
export const takeBackDaily = (item: Item): void =>
  changeItem(item.id, {
    state: 'paused',
    place: dailyPlace,
    label: null,
    problem: null,
    key: keyAfterChange(item),
  });
