import * as z from 'zod/mini';

/**
 * Kinds of changes (`moved`: a sign-in moved to another device). An event carries only the id; the client refetches
 * through the ordinary endpoints.
 */
export const EventKind = z.enum(['notification', 'post', 'comment', 'like', 'circle', 'moved']);
export type EventKind = z.infer<typeof EventKind>;

/** One server-sent event of `GET /api/events`: `event:` is the kind, `data:` this object. */
export const EventData = z.object({ id: z.string() });

/**
 * The first event of every stream, `event: hello`. For at least this many milliseconds, nothing visible to this
 * member has changed; a client with older data refetches it.
 */
export const HelloData = z.object({ quietMs: z.number() });
