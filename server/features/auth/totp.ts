import { Secret, TOTP } from 'otpauth';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import { sealOf } from '../../platform/db/secrets.ts';

const step = 30;
/** A secret that no code has confirmed expires after this time, in milliseconds. */
const pendingFor = 30 * 60_000;

/**
 * Draws a secret for an app. It protects nothing until a code of it was entered. Null if a secret is already
 * confirmed.
 */
export const beginTotp = async (
  db: Database,
  userId: number,
  label: { issuer: string; account: string },
): Promise<{ secret: string; uri: string } | null> => {
  const secret = new Secret({ size: 20 });
  const seal = await sealOf(db, 'totp');
  const sealed = seal.close(String(userId), secret.base32);
  const now = Date.now();
  const kept = await db.write(({ q }) =>
    q
      .insertInto('totp_secrets')
      .values({ user_id: userId, secret: sealed, created_at: now, confirmed_at: null })
      .onConflict((on) =>
        on
          .column('user_id')
          .doUpdateSet({ secret: sealed, created_at: now })
          .where('totp_secrets.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst(),
  );
  if (!kept) return null;
  const totp = new TOTP({ issuer: label.issuer, label: label.account, secret, period: step, digits: 6 });
  return { secret: secret.base32, uri: totp.toString() };
};

/** The time step of a currently valid code, with one step of tolerance on both sides; null for any other code. */
const stepOf = (secret: string, code: string, now: number): number | null => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: step, digits: 6 });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / (step * 1_000)) + delta;
};

type Clocked = Pick<AppContext, 'db' | 'totpNow'>;

const findStep = async (
  { db, totpNow }: Clocked,
  userId: number,
  code: string,
  state: 'pending' | 'confirmed',
): Promise<number | null> => {
  if (!/^\d{6}$/.test(code)) return null;
  const row = await db.read
    .selectFrom('totp_secrets')
    .select(['secret', 'confirmed_at', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row || (row.confirmed_at === null) !== (state === 'pending')) return null;
  if (state === 'pending' && row.created_at < Date.now() - pendingFor) return null;
  const seal = await sealOf(db, 'totp');
  return stepOf(seal.open(String(userId), row.secret), code, totpNow());
};

/** Records a code as the last one used (replay protection); false if it, or a later one, was used before. */
type TakeCode = (tx: Tx) => Promise<boolean>;

const codeTaker =
  (userId: number, at: number, state: 'pending' | 'confirmed'): TakeCode =>
  async ({ q }) => {
    const taken = await q
      .updateTable('totp_secrets')
      .set({ last_step: at, ...(state === 'pending' && { confirmed_at: Date.now() }) })
      .where('user_id', '=', userId)
      .where('last_step', '<', at)
      .where('confirmed_at', state === 'pending' ? 'is' : 'is not', null)
      .returning('user_id')
      .executeTakeFirst();
    return taken !== undefined;
  };

/** Checks a code against a member's app. Null for a wrong one; a right one still has to be taken. */
export const checkCode = async (
  context: Clocked,
  userId: number,
  code: string,
  state: 'pending' | 'confirmed' = 'confirmed',
): Promise<TakeCode | null> => {
  const at = await findStep(context, userId, code, state);
  return at === null ? null : codeTaker(userId, at, state);
};

export const hasTotp = async (q: Queries, userId: number): Promise<boolean> => {
  const row = await q
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
};

/** @returns false when there was none */
export const removeTotp = async ({ q }: Tx, userId: number): Promise<boolean> => {
  const gone = await q
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return gone !== undefined && gone.confirmed_at !== null;
};
