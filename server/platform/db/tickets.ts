import { hashOf, newToken } from '../text/ids.ts';
import type { Queries, Tx } from './database.ts';
import type { TicketKind } from './schema/accounts.ts';

interface NewTicket {
  kind: TicketKind;
  userId: number | null;
  /** Data to return when the token is redeemed. */
  data?: string;
  /** Lifetime in milliseconds. */
  expiresAfterMs: number;
}

export interface Ticket {
  userId: number | null;
  data: string;
  /** Expiry in epoch milliseconds. */
  expiresAt: number;
}

/** Issues a token. The database stores only its hash. */
export const issueTicket = async ({ q }: Tx, ticket: NewTicket): Promise<string> => {
  const token = newToken();
  await q
    .insertInto('tickets')
    .values({
      token_hash: hashOf(token),
      kind: ticket.kind,
      user_id: ticket.userId,
      data: ticket.data ?? '',
      expires_at: Date.now() + ticket.expiresAfterMs,
    })
    .execute();
  return token;
};

const read = (row: { user_id: number | null; data: string; expires_at: number }): Ticket => ({
  userId: row.user_id,
  data: row.data,
  expiresAt: row.expires_at,
});

/** Reads a valid ticket without using it up. */
export const readTicket = async (q: Queries, kind: TicketKind, token: string): Promise<Ticket | null> => {
  const row = await q
    .selectFrom('tickets')
    .select(['user_id', 'data', 'expires_at'])
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
  return row ? read(row) : null;
};

/** Redeems a ticket; of concurrent calls one succeeds. Null if it is wrong, used or expired. */
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

/** Lets a ticket expire in `ms` at the latest. */
export const shortenTicket = async (
  { q }: Tx,
  kind: TicketKind,
  token: string,
  ms: number,
): Promise<void> => {
  const latest = Date.now() + ms;
  await q
    .updateTable('tickets')
    .set({ expires_at: latest })
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', latest)
    .execute();
};

/** Makes a ticket that was just redeemed valid again, until its original expiry. */
export const restoreTicket = async (
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
