import { isDraft, isRefusedAtChoice, type Item, isUnderWay } from './item.ts';
import { kindOf } from './kinds.ts';
import { discardItems } from './discard-items.ts';
import { changeItem, changeItems, itemOf } from './outbox.ts';
import { noteAnswer } from './back-off.ts';

/** Something that a member shared in one go: the items of one place, or one comment. */
export interface Thing {
  id: string;
  items: readonly Item[];
  /** The item that its member knows it by. */
  lead: Item;
  state: 'sending' | 'paused' | 'refused';
  /** How many photos have arrived, of how many. */
  photos: { done: number; total: number };
}

const thingOf = (id: string, items: readonly Item[]): Thing | null => {
  const lead = items.find(({ label }) => label !== null) ?? items[0];
  // Left by a page that was closed when everything had arrived.
  if (!lead || items.every(({ state }) => state === 'arrived')) return null;
  const photos = items.filter(({ label, kind }) => label === null && !kindOf(kind)?.isUncounted);
  // Photos leave the outbox with the request that brought them into an album.
  const brought = items
    .filter(({ label, state }) => label !== null && state === 'arrived')
    .flatMap(({ needs }) => needs.filter((need) => !items.some((item) => item.id === need)));
  const arrived = photos.filter(({ state }) => state === 'arrived').length;
  const isRefused = items.some(({ state }) => state === 'refused');
  const isPaused = !items.some(isUnderWay);
  return {
    id,
    items,
    lead,
    state: isRefused ? 'refused' : isPaused ? 'paused' : 'sending',
    photos: { done: arrived + brought.length, total: photos.length + brought.length },
  };
};

/** The things that a member shared and that are not at the server yet, in order. */
export const thingsOf = (items: readonly Item[]): Thing[] => {
  const apart = items.filter(({ kind }) => kindOf(kind)?.isShownInPlace);
  const groupOf = new Map(apart.flatMap(({ id, needs }) => [id, ...needs].map((own) => [own, id])));
  const groups = Map.groupBy(
    items.filter((item) => !isDraft(item)),
    ({ id, place }) => groupOf.get(id) ?? place,
  );
  return [...groups].flatMap(([id, own]) => thingOf(id, own) ?? []);
};

const change = ({ items }: Thing, from: readonly Item['state'][], changed: Partial<Item>): void => {
  const own = items.filter(({ id }) => from.some((state) => state === itemOf(id)?.state));
  changeItems({ changed: new Map(own.map(({ id }) => [id, changed])) });
};

export const pauseThing = (thing: Thing): void => change(thing, ['waiting'], { state: 'paused' });

export const pause = (id: string): void => changeItem(id, { state: 'paused' });

/** Whether trying it now may help. */
export const maySend = ({ items, lead }: Thing): boolean => {
  const mayArrive = (item: Item) => {
    const photos = items.filter(({ id, label }) => label === null && item.needs.includes(id));
    const isStuck = kindOf(item.kind)?.goesWithout
      ? photos.length > 0 && photos.every(isRefusedAtChoice)
      : photos.some(isRefusedAtChoice);
    return item.state !== 'arrived' && !isRefusedAtChoice(item) && !isStuck;
  };
  return !isRefusedAtChoice(lead) && items.some(mayArrive);
};

const again = { state: 'waiting', tries: 0, notBefore: 0, problem: null, renewed: false } as const;

/** Tries one item now. */
export const sendNow = (id: string): void => {
  noteAnswer();
  changeItem(id, again);
};

/** Tries everything of it now, also what was paused or refused. */
export const sendThing = (thing: Thing): void => {
  const items = thing.items.filter((item) => !isRefusedAtChoice(item));
  change({ ...thing, items }, ['paused', 'refused', 'waiting'], again);
  noteAnswer();
};

/** Whether the rest of it can arrive without the photos that were refused. */
export const mayLeaveOut = ({ items, lead }: Thing): boolean =>
  kindOf(lead.kind)?.goesWithout === true &&
  items.some(({ state }) => state === 'refused') &&
  items.some(({ state }) => state !== 'refused' && state !== 'arrived') &&
  items.every(({ label, problem }) => label === null || problem === null);

/** Leaves out what was refused, with the photos of a refused request. */
export const leaveOut = (items: readonly Item[]): void => {
  const refused = items.filter(({ state }) => state === 'refused');
  const photos = items.filter(
    ({ id, label }) => label === null && refused.some(({ needs }) => needs.includes(id)),
  );
  discardItems([...refused, ...photos].map(({ id }) => id));
};

export const removeThing = ({ items }: Thing): void => discardItems(items.map(({ id }) => id));
