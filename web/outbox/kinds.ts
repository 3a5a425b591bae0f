import type { QueryClient } from '@tanstack/react-query';
import type { Item } from './item.ts';

/** How many items of a lane are sent at a time. In `one` they are sent in order. */
export const lanes = { photos: 2, videos: 1, imports: 1, one: 1 } as const;
export type Lane = keyof typeof lanes;

/** The server keeps few photos that belong to no moment yet. */
export const maxUnattached = 50;

export interface Sending {
  client: QueryClient;
  /** Aborts when the item is paused or deleted, the connection goes, or the member signs out. */
  signal: AbortSignal;
  /** The results of the items that it needs; null for a refused or deleted one. */
  results: readonly unknown[];
  file: () => Promise<Blob | null>;
  /** 0 to 1. */
  onProgress: (part: number) => void;
}

/** How a feature sends its items. Loads with the first of them that can be sent. */
export interface Sender {
  /**
   * Sends an item once more or for the first time.
   * @returns the result, which items that need it get
   * @throws Refused if the member has to decide
   * @throws NeedsAgain if the server no longer has what the item needs
   */
  send: (item: Item, sending: Sending) => Promise<unknown>;
  /** The item arrived. Called once more if the browser was closed meanwhile. */
  arrived?: (item: Item, result: unknown, sending: Sending) => void;
  /** Changes of the items of its place, by id, that are stored together with the arrival. */
  follow?: (item: Item, result: unknown, inPlace: readonly Item[]) => ReadonlyMap<string, Partial<Item>>;
  /** Why the server refused it, where its own sentence does not say so. */
  explain?: (status: number, item: Item) => string | null;
  /**
   * Takes back what the server refused or does not have yet, so that its member can change it.
   * @returns the path of its page; null where another draft stands there
   */
  takeBack?: (item: Item) => string | null;
  /** Deletes what else the browser keeps of an item that leaves the outbox. */
  forget?: (item: Item) => Promise<unknown>;
  /** Deletes an arrived result that no item needs any more. */
  undo?: (result: unknown) => Promise<unknown>;
}

interface Kind {
  lane: Lane;
  /** It sends a file, so that its progress shows a stalled connection. */
  hasFile?: true;
  /** The browser keeps more of it than its item and file. */
  keepsMore?: true;
  /** It shows where it was written, and on Home only if it cannot be sent. */
  isShownInPlace?: true;
  /** It does not count as a photo of the thing that it is a part of. */
  isUncounted?: true;
  /** It arrives without the photos that were refused. */
  goesWithout?: true;
  /** Its files are not stored but chosen again, as this sentence asks, once the document that has them ends. */
  whenLost?: string;
  /** It stays after its arrival, until its member has read how it went. */
  hasReport?: true;
  /** Its member can take it back to change it. */
  isTakenBack?: true;
  load: () => Promise<Sender>;
}

const kinds = new Map<string, Kind>();

export const registerKind = (name: string, kind: Kind): void => void kinds.set(name, kind);

export const kindOf = (name: string): Kind | undefined => kinds.get(name);

export const isChosenAgain = ({ kind }: Item): boolean => kindOf(kind)?.whenLost !== undefined;

export const hasReport = ({ kind }: Item): boolean => kindOf(kind)?.hasReport === true;

/** This browser refuses to send an item as it is. */
export class Refused extends Error {
  override name = 'Refused';
}

/** Items that this one needs have to be sent again. */
export class NeedsAgain extends Error {
  override name = 'NeedsAgain';
}
