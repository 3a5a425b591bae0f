// The items of the signed-in member: in memory for pages, and in IndexedDB for reloads and other tabs.
import { hasToSend } from '../data/waiting-mark.ts';
import { createWatchers } from '../data/watchers.ts';
import { words } from '../words/words.ts';
import { beginHolding, holderId, whenEnded, followAt, type NewItem, newItem } from './holder.ts';
import { areSame, changedItem, isDraft, type Item, type ItemChange, oneOfEqual } from './item.ts';
import { hasReport, isChosenAgain, kindOf } from './kinds.ts';
import { markOutbox } from './mark.ts';
import { isBehind, withStore } from './store-work.ts';
import {
  dropHeldFiles,
  holdFile,
  type ItemName,
  onStoredElsewhere,
  storedItems,
  storeFile,
  writeItems,
} from './stored-items.ts';

let owner: string | null = null;
/** The member who signed out or deleted the account in this page, which is about to reload. */
let forgotten: string | null = null;
let items: ReadonlyMap<string, Item> = new Map();
let opened: Promise<void> = Promise.resolve();
/** The number of changes by this tab. */
let changes = 0;
/** The number of times that this tab began to read the store, and the last of these readings. */
let readings = 0;
let newest: Promise<void> = Promise.resolve();
/** The number of items that were added or shared, which the browser is still storing. */
let storing = 0;
/** Items that the browser did not store as they are. */
const unstored = new Set<string>();
const { watch, notify } = createWatchers();
export { watch as watchOutbox };

let sorted: readonly Item[] = [];
let places: ReadonlyMap<string, readonly Item[]> = new Map();
const none: readonly Item[] = [];

/** All items, in order. */
export const allItems = (): readonly Item[] => sorted;

/** The items of one place, in order. The same until one of them changes. */
export const itemsIn = (place: string): readonly Item[] => places.get(place) ?? none;

export const itemOf = (id: string): Item | undefined => items.get(id);

/** Whether another document alone has the file of an item. */
export const isHeldElsewhere = ({ heldBy }: Item): boolean => heldBy !== null && heldBy !== holderId();

/** Whether closing the page loses an item or its file. */
export const isLosable = (item: Item): boolean =>
  item.state !== 'arrived' && !isChosenAgain(item) && (item.heldBy === holderId() || unstored.has(item.id));

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

const followLoss = (): void => {
  if (storing > 0 || sorted.some(isLosable)) addEventListener('beforeunload', warnBeforeLeaving);
  else removeEventListener('beforeunload', warnBeforeLeaving);
};

const mark = (): void => {
  const isHere = (item: Item) => !isChosenAgain(item) && (item.heldBy !== null || unstored.has(item.id));
  if (owner !== null) markOutbox(owner, { items: sorted, isLosable: isHere, isBehind: isBehind() });
};

const show = (next: ReadonlyMap<string, Item>): void => {
  items = next;
  sorted = [...items.values()].toSorted((a, b) => a.at - b.at);
  const grouped = Map.groupBy(sorted, ({ place }) => place);
  const before = places;
  places = new Map(
    [...grouped].map(([place, now]) => {
      const known = before.get(place);
      return [place, known && areSame(known, now) ? known : now];
    }),
  );
  mark();
  followLoss();
  notify();
};

/** Deletes what its kind keeps beside an item. */
const forgetMore = async (item: Item): Promise<unknown> => {
  const kind = kindOf(item.kind);
  return kind?.keepsMore ? (await kind.load()).forget?.(item) : null;
};

/** Notes whether the browser has stored items as they are in memory. */
const noteStored = (noted: readonly Item[], isStored: boolean): void => {
  const news = noted.filter(({ id }) => items.has(id) && unstored.has(id) === isStored);
  for (const { id } of news) void (isStored ? unstored.delete(id) : unstored.add(id));
  if (news.length > 0) show(items);
};

const write = async (
  puts: readonly Item[],
  changed: ReadonlyMap<Item, ItemChange>,
  gone: readonly Item[],
) => {
  const isStored = await writeItems({ puts, changes: changed, gone });
  // A change finds nothing, and succeeds, where the browser has just refused to store the item.
  noteStored(isStored ? puts : [...puts, ...changed.keys()], isStored);
  // Without room for the rest of the change, such as a withdrawal, what its member deleted or took back still goes.
  if (!isStored && gone.length > 0) await writeItems({ gone });
  await Promise.all(gone.map((item) => forgetMore(item).catch(console.warn)));
};

const readStored = async (number: number): Promise<void> => {
  const reader = owner;
  if (reader === null) return;
  const begun = changes;
  const all = await storedItems();
  // A later reading may end first, since the browser answers them concurrently.
  if (number !== readings) return newest;
  // Without an answer of the browser's store, the items in memory are all there is.
  if (owner !== reader || all === null) return;
  // The result is older than a change of this tab.
  if (begun !== changes) return rereadOutbox();
  const own = all.filter((item) => item.owner === reader);
  for (const { at } of own) followAt(at);
  const next = new Map(own.map((item) => [item.id, oneOfEqual(items.get(item.id), item)]));
  for (const item of sorted) if (unstored.has(item.id)) next.set(item.id, item);
  show(next);
  for (const item of sorted) if (isHeldElsewhere(item)) refuseOnceEnded(item);
};

/** A document that ends has lost the files that it alone had. The server has those of items that have arrived. */
const refuseOnceEnded = ({ heldBy }: Item): void => {
  if (heldBy === null) return;
  whenEnded(heldBy, async () => {
    await rereadOutbox();
    for (const { id, state, kind } of sorted.filter((item) => item.heldBy === heldBy)) {
      if (state === 'arrived') changeItem(id, { heldBy: null });
      else refuseAtChoice(id, kindOf(kind)?.whenLost ?? words.outbox.lost);
    }
  });
};

/** Reads what other tabs have changed. */
export const rereadOutbox = (): Promise<void> => {
  readings += 1;
  newest = readStored(readings);
  return newest;
};

onStoredElsewhere(() => void rereadOutbox());
// Another tab that does not know of them may say that nothing waits.
addEventListener('storage', () => {
  if (owner !== null && unstored.size > 0 && !hasToSend(owner)) show(items);
});

/** Milliseconds after which what nobody sent or deleted is deleted. */
const maxAgeMs = 30 * 24 * 60 * 60_000;

const sweepOld = async (): Promise<void> => {
  const old = ((await storedItems()) ?? []).filter(({ at }) => Date.now() - at > maxAgeMs);
  if (old.length > 0) await write([], new Map(), old);
};

/** A page that was closed when everything of a place had arrived could not remove it. */
const removeArrived = (): void => {
  for (const [, all] of places) {
    const isDone = all.every((item) => item.state === 'arrived' && !isDraft(item) && !hasReport(item));
    if (isDone) removeItems(all.map(({ id }) => id));
  }
};

/** Whether the items in memory are this member's. */
export const isOpenFor = (userId: string): boolean => owner === userId;

/** Nothing of a member stays in memory. */
const closeOutbox = (): void => {
  owner = null;
  changes += 1;
  show(new Map());
  dropHeldFiles();
  unstored.clear();
};

/** Resolves when the items of this member are in memory. */
export const openOutbox = (userId: string): Promise<void> => {
  if (owner === userId) return opened;
  closeOutbox();
  owner = userId;
  beginHolding();
  opened = withStore(() => sweepOld().then(rereadOutbox).then(removeArrived), mark);
  return opened;
};

interface Change {
  added?: readonly Item[];
  /** By id. Another tab may have changed or deleted them in the store. */
  changed?: ReadonlyMap<string, ItemChange>;
  /** Ids. */
  removed?: readonly string[];
  /** Only this tab changes them, and closing the page right after it loses nothing. */
  isTyped?: boolean;
}

/** Changes items in memory, and in the store in one transaction: a page that closes leaves no half of it. */
export const changeItems = ({ added = [], changed, removed = [], isTyped = false }: Change): void => {
  const next = new Map(items);
  const puts = [...added];
  const fields = new Map<Item, ItemChange>();
  let fresh = added.length;
  for (const item of added) next.set(item.id, item);
  for (const [id, own] of changed ?? []) {
    const item = items.get(id);
    if (!item) continue;
    const now = changedItem(item, own);
    next.set(id, now);
    // Its member sees it go: a page that closes now would leave a draft.
    if (isDraft(item) && !isDraft(now)) fresh += 1;
    // While its file is being stored, the store has more than memory.
    if ((isTyped && item.heldBy === null) || unstored.has(id)) puts.push(now);
    else fields.set(item, own);
  }
  const gone = removed.flatMap((id) => items.get(id) ?? []);
  for (const { id } of gone) {
    next.delete(id);
    unstored.delete(id);
  }
  if (puts.length + fields.size + gone.length === 0) return;
  changes += 1;
  void withStore(async () => {
    storing += fresh;
    try {
      show(next);
      await write(puts, fields, gone);
    } finally {
      storing -= fresh;
      followLoss();
    }
  }, mark);
};

/** Adds items, with what else changes. Returns the added ones: none for a member whose session has ended. */
export const addItems = (userId: string, fields: readonly NewItem[], others: Change = {}): Item[] => {
  if (userId === forgotten) return [];
  void openOutbox(userId);
  const added = fields.map((one) => newItem(userId, one));
  changeItems({ ...others, added });
  return added;
};

export const changeItem = (id: string, changed: ItemChange): void =>
  changeItems({ changed: new Map([[id, changed]]) });

export const removeItems = (removed: readonly string[]): void => changeItems({ removed });

/** The browser has no file of an item that was chosen. */
export const refuseAtChoice = (id: string, text: string): void =>
  changeItem(id, {
    state: 'refused',
    heldBy: null,
    problem: { text, status: null, issues: [], atChoice: true },
  });

/**
 * Stores a file of an item together with the item's changes. A file that has no room stays in memory until the page
 * closes.
 */
export const keepFile = async (name: ItemName, file: Blob, change: ItemChange = {}): Promise<void> => {
  const [id = ''] = name.id.split('.');
  const item = { owner: name.owner, id };
  const withHolder =
    (heldBy: string | null) =>
    (now: Item): Item =>
      name.id === id ? { ...changedItem(now, change), heldBy } : changedItem(now, change);
  const isStored = await storeFile(name, file, item, withHolder(null));
  const now = items.get(id);
  // Removed meanwhile, or its member signed out.
  if (!now || owner !== name.owner) return;
  if (isStored) {
    changes += 1;
    return show(new Map(items).set(id, withHolder(null)(now)));
  }
  holdFile(name, file);
  changeItem(id, withHolder(holderId()));
};

/**
 * Forgets a member who signs out: what they only began to write. What they shared stays in the browser's store until they
 * are back. `everything` deletes that, too.
 */
export const forgetOutbox = async (userId: string, { everything = false } = {}): Promise<void> => {
  forgotten = userId;
  await openOutbox(userId);
  const gone = sorted.filter(
    (item) => everything || isDraft(item) || (item.state === 'arrived' && hasReport(item)),
  );
  const left = sorted.filter((item) => !gone.includes(item) && !unstored.has(item.id));
  closeOutbox();
  await write([], new Map(), gone);
  markOutbox(userId, { items: left, isLosable: ({ heldBy }) => heldBy !== null, isBehind: false });
};
