import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { EventKind } from '../../../contract/shapes.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Logger } from '../log.ts';
import { newId } from '../text/ids.ts';

/**
 * An object by its key. A like names its circles, and photos of a post the members who added them, because what was taken
 * back has no row to read them from.
 */
const Seen = z.union([
  z.object({ post: z.number() }),
  z.object({ comment: z.number() }),
  z.object({ circle: z.number() }),
  z.object({ photos: z.object({ post: z.number(), adders: z.readonly(z.array(z.number())) }) }),
  z.object({
    like: z.object({
      post: z.number(),
      giver: z.number(),
      circles: z.readonly(z.array(z.number())),
      /** The member who added the photo that is liked. */
      adder: z.optional(z.number()),
    }),
  }),
]);
export type Seen = z.infer<typeof Seen>;

/** The audience of an event: members by key, or everybody who may see an object, evaluated at delivery. */
const Audience = z.union([z.object({ members: z.readonly(z.array(z.number())) }), Seen]);
type Audience = z.infer<typeof Audience>;

/** A change. It carries the object's public id only; `sees` decides who hears of it. */
const CircleEvent = z.object({ kind: EventKind, id: z.string(), to: Audience });
export type CircleEvent = z.infer<typeof CircleEvent>;

/** Answers which of the connected members (keys) may see the object. */
export type FindAudience = (object: Seen, connected: readonly number[]) => Promise<readonly number[]>;

export interface Subscriber {
  readonly memberId: number;
  readonly sessionId: number;
  send(kind: EventKind, id: string): void;
  /** The stream may have missed something: the client has to ask for everything it shows. */
  end(): void;
}

export interface Hub {
  subscribe(subscriber: Subscriber): () => void;
  /** Milliseconds, at least, since the last event that this member may hear of; `rememberedMs` at most. */
  quietFor(memberId: number): Promise<number>;
  /** Open streams on this node. */
  readonly connected: number;
  close(): void;
}

const streamsPerMember = 10;

/** Streams that open later still get recent events: those of the last minute (ms), about at most 64 objects. */
const rememberedMs = 60_000;
const maxRemembered = 64;
/**
 * Rounded quiet times in milliseconds, for when more events happened than are remembered. The exact time would show
 * how active other members are.
 */
const roughTimes = [rememberedMs, 15_000, 5_000, 0];

// PostgreSQL carries less than 8,000 bytes in one message: 500 keys of up to 12 digits.
const keysPerMessage = 500;

/** Publishes an event with the commit of `tx`; every node hears it. */
export const publish = async (tx: Tx, event: CircleEvent): Promise<void> => {
  if (!('members' in event.to)) return tx.broadcast(JSON.stringify(event));
  const keys = [...new Set(event.to.members)];
  for (let from = 0; from < keys.length; from += keysPerMessage) {
    const to = { members: keys.slice(from, from + keysPerMessage) };
    await tx.broadcast(JSON.stringify({ ...event, to }));
  }
};

/** Makes members' pages refetch everything. The event names nothing: its id is random. */
export const publishGenericChange = async (tx: Tx, members: readonly number[]): Promise<void> => {
  if (members.length > 0) await publish(tx, { kind: 'circle', id: newId(), to: { members } });
};

/** Ends the streams of a session on every node, with the commit that ends the session. */
export const endStreams = (tx: Tx, sessionId: number): Promise<void> =>
  tx.broadcast(JSON.stringify({ endedSession: sessionId }));

const endedSession = (value: unknown): number | null => {
  const session: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'endedSession') : null;
  return typeof session === 'number' ? session : null;
};

/** Hands events to the members who are connected to this node and may see their object. */
export const createHub = (db: Pick<Database, 'listen'>, findAudience: FindAudience, log: Logger): Hub => {
  const byMember = new Map<number, Set<Subscriber>>();
  let isClosed = false;
  /** Every event since then (`performance.now()`) is in `recent`. */
  let completeSince = performance.now();
  /** The last event for each audience. */
  const recent = new LRUCache<string, { to: Audience; at: number }>({
    max: maxRemembered,
    dispose: ({ at }, _audience, reason) => {
      if (reason === 'evict') completeSince = at;
    },
  });

  const remember = ({ to }: CircleEvent): void =>
    void recent.set(JSON.stringify(to), { to, at: performance.now() });

  const forget = (): void => {
    recent.clear();
    completeSince = performance.now();
  };

  const quietFor = async (memberId: number): Promise<number> => {
    const now = performance.now();
    const completeMs = now - completeSince;
    const knownMs =
      recent.size < maxRemembered
        ? Math.min(completeMs, rememberedMs)
        : (roughTimes.find((ms) => ms <= completeMs) ?? 0);
    // A copy: events may come while an audience is found.
    const newest = [...recent.values()];
    for (const { to, at } of newest) {
      if (now - at > knownMs) break;
      const told = 'members' in to ? to.members : await findAudience(to, [memberId]);
      if (told.includes(memberId)) return now - at;
    }
    return knownMs;
  };

  const audienceOf = async ({ to }: CircleEvent): Promise<readonly number[]> =>
    'members' in to ? to.members : findAudience(to, [...byMember.keys()]);

  let earlier: Promise<unknown> = Promise.resolve();

  /** Audiences are found at the same time, and told in the order of the events. */
  const deliver = (event: CircleEvent): void => {
    if (byMember.size === 0) return;
    const send = ([told]: readonly [readonly number[], unknown]) => {
      for (const memberId of told) {
        for (const subscriber of byMember.get(memberId) ?? []) subscriber.send(event.kind, event.id);
      }
    };
    earlier = Promise.all([audienceOf(event), earlier]).then(send, (error: unknown) => {
      log.error({ err: error }, 'An event could not be delivered');
      // The audience is unknown, so all streams end and all pages refetch.
      endAll();
    });
  };

  const endAll = (which: (subscriber: Subscriber) => boolean = () => true) => {
    for (const subscribers of byMember.values()) {
      for (const subscriber of subscribers) if (which(subscriber)) subscriber.end();
    }
  };

  db.listen(
    (message) => {
      const value: unknown = JSON.parse(message);
      const session = endedSession(value);
      if (session !== null) return endAll((subscriber) => subscriber.sessionId === session);
      const { data: event } = CircleEvent.safeParse(value);
      if (!event) return log.warn('A message between nodes was not understood');
      remember(event);
      deliver(event);
    },
    () => {
      // The connection between nodes was lost, and events with it. Later ones do not wait for audiences that were being looked
      // for: a lost database may leave them open.
      forget();
      earlier = Promise.resolve();
      endAll();
    },
  );

  return {
    subscribe: (subscriber) => {
      if (isClosed) {
        // The subscriber begins with the answer to this call.
        setImmediate(() => subscriber.end());
        return () => undefined;
      }
      const subscribers = byMember.get(subscriber.memberId) ?? new Set();
      // A browser needs one stream. A member who opens too many loses the oldest.
      const [oldest] = subscribers;
      if (oldest && subscribers.size >= streamsPerMember) oldest.end();
      subscribers.add(subscriber);
      byMember.set(subscriber.memberId, subscribers);
      return () => {
        // It may leave twice: the set of a later stream must stay.
        if (subscribers.delete(subscriber) && subscribers.size === 0) byMember.delete(subscriber.memberId);
      };
    },
    quietFor,
    get connected() {
      return [...byMember.values()].reduce((sum, subscribers) => sum + subscribers.size, 0);
    },
    close: () => {
      isClosed = true;
      endAll();
    },
  };
};
