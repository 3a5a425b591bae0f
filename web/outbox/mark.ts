import { forget, keep, recall } from '../data/browser-storage.ts';
import { isRecord } from '../data/cached-posts.ts';
import { hasToSend, waitingWasStored } from '../data/waiting-mark.ts';
import { isDraft, type Item, withdrawal } from './item.ts';

/** The contents of a member's outbox, for code that loads before the outbox. */
interface OutboxMark {
  /** The store has something that can be sent, also parts of what its member is still composing. */
  waiting: boolean;
  /** How many things they shared that are still in the outbox. */
  shared: number;
  /** How many of them they deleted, while the server may have them. */
  withdrawn: number;
  /** The device couldn't store all of what they shared: closing the page or signing out loses it. */
  losable: boolean;
  /** Photos of something that they only began to write. */
  drafts: boolean;
}

const readAll = (): Readonly<Record<string, unknown>> => {
  try {
    const all: unknown = JSON.parse(recall('outbox') ?? '{}');
    return isRecord(all) ? all : {};
  } catch {
    return {};
  }
};

const markOf = (items: readonly Item[], isLosable: (item: Item) => boolean): OutboxMark => {
  const shared = items.filter((item) => !isDraft(item) && item.state !== 'arrived');
  return {
    waiting: items.some(({ state }) => state === 'waiting'),
    shared: new Set(shared.map(({ place }) => place)).size,
    withdrawn: shared.filter(({ kind }) => kind === withdrawal).length,
    losable: shared.some(isLosable),
    drafts: items.some(isDraft),
  };
};

interface Marked {
  items: readonly Item[];
  isLosable: (item: Item) => boolean;
  /** The store may still have more than memory: a page that closes now leaves it. */
  isBehind: boolean;
}

/** Notes what is in a member's outbox. */
export const markOutbox = (userId: string, { items, isLosable, isBehind }: Marked): void => {
  const { [userId]: before, ...others } = readAll();
  const mark = markOf(items, isLosable);
  if (isBehind && hasToSend(userId)) mark.waiting = true;
  const isEmpty = !mark.waiting && mark.shared === 0 && !mark.drafts;
  if (JSON.stringify(before) === (isEmpty ? undefined : JSON.stringify(mark))) return;
  const all = isEmpty ? others : { ...others, [userId]: mark };
  if (Object.keys(all).length === 0) forget('outbox');
  else keep('outbox', JSON.stringify(all));
  waitingWasStored();
};
