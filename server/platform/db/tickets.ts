import { hashOf, newToken } from '../text/ids.ts';
import type { Queries, Tx } from './database.ts';
import type { TicketKind } from './schema-accounts.ts';

interface NewTicket {
  kind: TicketKind;
  userId: number | null;
  /** What has to be known when it comes back. */
  data?: string;
  /** In milliseconds. */
  holdsFor: number;
}

export interface Ticket {
  userId: number | null;
  data: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Hands out a token; of it the database keeps the hash alone. */
export const issueTicket = async ({ q }: Tx, ticket: NewTicket): Promise<string> => {
  const token = newToken();
  await q
    .insertInto('tickets')
    .values({
      token_hash: hashOf(token),
      kind: ticket.kind,
      user_id: ticket.userId,
      data: ticket.data ?? '',
      expires_at: Date.now() + ticket.holdsFor,
    })
    .execute();
  return token;
};

const read = (row: { user_id: number | null; data: string; expires_at: number }): Ticket => ({
  userId: row.user_id,
  data: row.data,
  expiresAt: row.expires_at,
});

/** What a ticket is about, while it holds; it is not used up by looking. */
export const lookAtTicket = async (q: Queries, kind: TicketKind, token: string): Promise<Ticket | null> => {
  const row = await q
    .selectFrom('tickets')
    .select(['user_id', 'data', 'expires_at'])
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
  return row ? read(row) : null;
};

/** Takes a ticket back: of several at once one gets it. Null for one that is wrong, used or over. */
export const takeTicket = async ({ q }: Tx, kind: TicketKind, token: string): Promise<Ticket | null> => {
  const row = await q
    .deleteFrom('tickets')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', Date.now())
    .returning(['user_id', 'data', 'expires_at'])
    .executeTakeFirst();
  return row ? read(row) : null;
};

/** Makes a ticket that was just taken usable again, until its former end. */
export const putBackTicket = async (
  { q }: Tx,
  kind: TicketKind,
  token: string,
  { userId, data, expiresAt }: Ticket,
): Promise<void> => {
  await q
    .insertInto('tickets')
    .values({ token_hash: hashOf(token), kind, user_id: userId, data, expires_at: expiresAt })
    .execute();
};
