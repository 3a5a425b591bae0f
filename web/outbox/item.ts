import * as z from 'zod/mini';

const Problem = z.object({
  /** Why it was refused, as a sentence. */
  text: z.string(),
  /** The status of the server's answer; null if this browser refused it. */
  status: z.nullable(z.number()),
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
  /** It was refused when it was chosen: the browser has no file of it. */
  atChoice: z.optional(z.boolean()),
});
export type Problem = z.infer<typeof Problem>;

/** One request on its way to the server. */
export const Item = z.object({
  id: z.string(),
  /** The id of its member: nobody else sees or sends it. */
  owner: z.string(),
  /** The name under which a feature registered how it is sent. */
  kind: z.string(),
  /** The thing that it is a part of, such as one moment with its photos. */
  place: z.string(),
  /** Items of a member are sent in this order. */
  at: z.number(),
  /**
   * `reading`: the chosen file is being stored. `refused`: its member has to decide. `arrived`: the server has it; other
   * items still need its result.
   */
  state: z.enum(['reading', 'waiting', 'paused', 'refused', 'arrived']),
  /** The document that alone has its file; null if the browser has stored it, or there is none. */
  heldBy: z.nullable(z.string()),
  /** How often the server answered that it cannot do it now. */
  tries: z.number(),
  /** When it may be tried again, in epoch milliseconds. */
  notBefore: z.number(),
  /** The idempotency key. */
  key: z.string(),
  /** The ids of items that arrive, or are refused, before this one is sent. */
  needs: z.array(z.string()),
  /** Whether items that it needs were sent a second time, since the server no longer had them. */
  renewed: z.boolean(),
  /** The words by which its member knows it; null for a part of something else. */
  label: z.nullable(z.object({ title: z.string(), circleIds: z.array(z.string()) })),
  /** The contents that its kind sends. */
  input: z.unknown(),
  /** The answer that its kind got from the server. */
  result: z.unknown(),
  problem: z.nullable(Problem),
  /** The path of its request, which is withdrawn once its member no longer wants it; null where it is not. */
  path: z._default(z.nullable(z.string()), null),
  /** Whether the server may have it: a request was begun. */
  isTried: z._default(z.boolean(), false),
});
export type Item = z.infer<typeof Item>;

/** The kind of items that withdraw the requests of others. */
export const withdrawal = 'withdrawal';

/** A change of an item: fields, or a function of the item as it is then. */
export type ItemChange = Partial<Item> | ((now: Item) => Partial<Item>);

export const changedItem = (now: Item, change: ItemChange): Item => ({
  ...now,
  ...(typeof change === 'function' ? change(now) : change),
});

/** A change of some fields of its input. */
export const inputChange =
  (fields: object): ItemChange =>
  ({ input }) => ({ input: { ...Object(input), ...fields } });

/** The start of the places of what is still being written. */
const draftStart = 'draft/';

export const draftPlace = (name: string): string => `${draftStart}${name}`;

/** Whether an item belongs to something that its member has not shared yet. */
export const isDraft = ({ place }: Pick<Item, 'place'>): boolean => place.startsWith(draftStart);

/** A change that moves items to another place. */
export const moveTo = (place: string, moved: readonly Item[]): ReadonlyMap<string, Partial<Item>> =>
  new Map(moved.map(({ id }) => [id, { place }]));

/** Whether two lists have the same items in the same order. */
export const areSame = (one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);

/** Whether nothing has changed between two readings of an item. */
export const isUnchanged = (before: Item | undefined, now: Item | undefined): boolean =>
  JSON.stringify(before) === JSON.stringify(now);

/** The item of before if nothing has changed, so that React sees the same one. */
export const oneOfEqual = (before: Item | undefined, now: Item): Item =>
  before && isUnchanged(before, now) ? before : now;

/** Whether an item will be sent without its member's help. */
export const isUnderWay = ({ state }: Pick<Item, 'state'>): boolean =>
  state === 'reading' || state === 'waiting';

/** Whether a chosen file could not be read, or is no file that can be shared. */
export const isRefusedAtChoice = ({ problem }: Pick<Item, 'problem'>): boolean => problem?.atChoice === true;

/**
 * Whether an earlier request to the same path is withdrawn first. Only an answer waits, whose question that request may have
 * answered: a withdrawal that gets no answer must not hold up anything else.
 */
export const waitsForWithdrawal = (item: Item, all: readonly Item[]): boolean =>
  Reflect.get(Object(item.input), 'question') !== undefined &&
  all.some(
    (other) =>
      other.kind === withdrawal &&
      other.at < item.at &&
      isUnderWay(other) &&
      Reflect.get(Object(other.input), 'path') === item.path,
  );
