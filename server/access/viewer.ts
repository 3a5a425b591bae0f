import { type ExpressionBuilder, type ExpressionWrapper, sql, type SqlBool } from 'kysely';
import { type Database, prepared, type Queries } from '../platform/db/database.ts';
import type { Schema } from '../platform/db/schema/schema.ts';
import { type Eventual, followedBy } from '../platform/eventual.ts';
import { hashOf } from '../platform/text/ids.ts';
import { type Reader, readerOf, type ReaderRow } from '../words/reader.ts';

/** The signed-in member who makes the request. */
export interface Viewer extends Reader {
  readonly id: number;
  readonly publicId: string;
  readonly isVerified: boolean;
  /** False while `lacksSecondFactor` is true. */
  readonly isAdmin: boolean;
  /** An administrator who must set up a second factor first. */
  readonly lacksSecondFactor: boolean;
  /** The member must first say whether the account is theirs; until then nothing of it is shared. */
  readonly mustClaim: boolean;
  readonly sessionId: number;
  readonly sessionSeenAt: number;
}

/** The minimum interval between two writes of a session's times: its last use may be so many milliseconds later. */
export const touchEveryMs = 5 * 60_000;

interface SessionRow extends ReaderRow {
  id: number;
  public_id: string;
  verification_status: string;
  is_admin: number;
  is_protected: number;
  must_claim: number;
  session_id: number;
  last_seen_at: number;
  expires_at: number;
  suspended_until: number | null;
}

const sessionByToken = prepared<{ tokenHash: string }, SessionRow>({
  name: 'session_by_token',
  parameters: ['tokenHash'],
  text: ({ tokenHash }) => sql`
    select u.id, u.public_id, u.verification_status, u.is_admin, s.id as session_id, s.last_seen_at, s.expires_at,
      u.suspended_until, u.language, u.time_zone,
      case when u.is_admin = 1 and (
        exists (select 1 from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null)
        or exists (select 1 from passkeys p where p.user_id = u.id)
      ) then 1 else 0 end as is_protected,
      case when u.claim_asked_at is null then 0 else 1 end as must_claim
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and u.banned_at is null`,
});

/**
 * The member whose session the cookie's token opens, with their state, or null. An ended session, a suspension and a ban
 * take effect on the next request: a row is kept only until the next commit, and its times are compared every time.
 */
export const findViewer = (
  db: Database,
  token: string,
  { adminsNeedSecondFactor }: { adminsNeedSecondFactor: boolean },
): Eventual<Viewer | null> =>
  followedBy(db.runKept(sessionByToken, { tokenHash: hashOf(token) }), ([row]) => {
    const now = Date.now();
    if (!row || row.expires_at <= now || (row.suspended_until ?? 0) > now) return null;
    const lacksSecondFactor = adminsNeedSecondFactor && row.is_admin === 1 && row.is_protected === 0;
    return {
      id: row.id,
      publicId: row.public_id,
      isVerified: row.verification_status === 'approved',
      isAdmin: row.is_admin === 1 && !lacksSecondFactor,
      lacksSecondFactor,
      mustClaim: row.must_claim === 1,
      sessionId: row.session_id,
      sessionSeenAt: row.last_seen_at,
      ...readerOf(row),
    };
  });

const findWithoutSession = async (
  q: Queries,
  userId: number,
  isWanted: (user: ExpressionBuilder<Schema, 'users'>) => ExpressionWrapper<Schema, 'users', SqlBool>,
): Promise<Viewer | null> => {
  const row = await q
    .selectFrom('users')
    .select(['id', 'public_id', 'verification_status', 'suspended_until', 'language', 'time_zone'])
    .where('id', '=', userId)
    .where(isWanted)
    .where('banned_at', 'is', null)
    .executeTakeFirst();
  if (!row || (row.suspended_until ?? 0) > Date.now()) return null;
  return {
    id: row.id,
    publicId: row.public_id,
    isVerified: row.verification_status === 'approved',
    isAdmin: false,
    lacksSecondFactor: false,
    mustClaim: false,
    // No session has the key 0.
    sessionId: 0,
    sessionSeenAt: 0,
    ...readerOf(row),
  };
};

/**
 * A mailbox member as the viewer, by mail or on the pages of their letters; null if the key is of nobody, of a
 * member with an account, or of one who is suspended or banned.
 */
export const findMailboxViewer = (q: Queries, userId: number): Promise<Viewer | null> =>
  findWithoutSession(q, userId, (user) => user('by_letter', '=', 1));

/** A member with an account as the viewer of a job; null for a deleted, suspended or banned one. */
export const findJobViewer = (q: Queries, userId: number): Promise<Viewer | null> =>
  findWithoutSession(q, userId, (user) => user('by_letter', '=', 0));

/**
 * A member as the viewer of a mail of theirs. Null for a deleted, suspended or banned one, and for an account whose address
 * nobody has confirmed, or whose owner was not found yet (LETTERBOX-2).
 */
export const findMailSender = (q: Queries, userId: number): Promise<Viewer | null> =>
  findWithoutSession(q, userId, (user) =>
    user.or([
      user('by_letter', '=', 1),
      user.and([user('email_confirmed_at', 'is not', null), user('claim_asked_at', 'is', null)]),
    ]),
  );

/** The language and time zone in which a member reads what is sent to them. */
export const findReader = async (q: Queries, userId: number): Promise<Reader> =>
  readerOf(
    await q
      .selectFrom('users')
      .select(['language', 'time_zone'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
  );
