import type * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type {
  NewCredential,
  NewOptions,
  PasskeyProof,
  PasskeyQuestion,
} from '../../../contract/text/webauthn.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { issueTicket, takeTicket } from '../../platform/db/tickets.ts';
import { conflict, missing, Problem } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import type { Settings } from '../../settings.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { notifyOfFactorChange } from './factor-notice.ts';
import { makeCodesForFirstFactor, dropCodesWithLastFactor, findFactors, stopMailsInName } from './factors.ts';
import { assertSessionLives } from './session.ts';
import { verifyNewPasskey, verifyPasskeyUse } from './webauthn.ts';

/** The time for the browser's prompt and for finding the key, in milliseconds. */
const timeout = 5 * 60_000;
const name = 'Circle';

interface Party {
  /** The host name to which passkeys are bound. */
  id: string;
  origin: string;
}

/** Null if browsers support no passkeys there: on plain http other than localhost, and at a bare IP address. */
export const partyOf = (publicUrl: string): Party | null => {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isBare = /^[\d.]+$|^\[/.test(hostname);
  return (protocol === 'https:' || isLocal) && !isBare ? { id: hostname, origin } : null;
};

const requireRelyingParty = (settings: Settings): Party => {
  const party = partyOf(settings.publicUrl);
  if (!party) throw conflict(messages.passkeysImpossible);
  return party;
};

const refused = (cause?: unknown) =>
  new Problem('invalid', messages.passkeyFailed, {
    issues: [{ path: 'credential', message: messages.passkeyFailed }],
    ...(cause !== undefined && { cause }),
  });

const namesOf = async (q: Queries, userId: number) => {
  const rows = await q
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => ({
    id: row.credential_id,
    type: 'public-key' as const,
    transports: transportsOf(row.transports),
  }));
};

const transportsOf = (text: string): string[] => {
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
};

type Question = z.infer<typeof PasskeyQuestion>;
type Purpose = 'passkey_sign_in' | 'passkey_again';

/** Options for a passkey request: for any passkey on this browser, or for one of a member's. @throws conflict */
export const askForPasskey = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  purpose: Purpose,
  userId: number | null,
): Promise<Question> => {
  const party = requireRelyingParty(context.settings);
  const allowCredentials = userId === null ? [] : await namesOf(context.db.read, userId);
  const ticket = await context.db.write((tx) =>
    issueTicket(tx, { kind: purpose, userId, expiresAfterMs: timeout }),
  );
  // The ticket is a single-use secret of 256 bits, as a challenge has to be.
  const options = { challenge: ticket, rpId: party.id, timeout, allowCredentials };
  return { ticket, options: { ...options, userVerification: 'required' } };
};

interface Checked {
  /** Key of the passkey's member. */
  userId: number;
  /**
   * Records the use of the passkey, in the transaction of the sign-in or change that it opens.
   * @throws invalid once the passkey was removed
   */
  take: (tx: Tx) => Promise<void>;
}

/**
 * Uses up a ticket, and checks the passkey's signature of it.
 * @throws invalid for any ticket or signature that is not valid
 */
export const checkPasskey = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  purpose: Purpose,
  { ticket, credential }: PasskeyProof,
): Promise<Checked> => {
  const party = requireRelyingParty(context.settings);
  const row = await context.db.read
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credential.id)
    .executeTakeFirst();
  const held = await context.db.write((tx) => takeTicket(tx, purpose, ticket));
  if (!row || !held || (held.userId !== null && held.userId !== row.user_id)) throw refused();
  const { counter, cause } = await verifyPasskeyUse(credential, {
    ...party,
    challenge: ticket,
    passkey: row,
  });
  if (counter === null) throw refused(cause);
  const take = async ({ q }: Tx): Promise<void> => {
    const there = await q
      .updateTable('passkeys')
      .set({ counter, last_used_at: Date.now() })
      .where('id', '=', row.id)
      // A passkey from before the account was claimed may be a squatter's.
      .where('user_id', 'in', (e) =>
        e.selectFrom('users').select('users.id').where('users.claim_asked_at', 'is', null),
      )
      .returning('id')
      .executeTakeFirst();
    if (!there) throw refused();
  };
  return { userId: row.user_id, take };
};

interface Member {
  id: number;
  publicId: string;
}

/** Options for the browser to create a passkey. @throws conflict */
export const beginPasskey = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  member: Member,
): Promise<{ ticket: string; options: z.infer<typeof NewOptions> }> => {
  const party = requireRelyingParty(context.settings);
  const known = await namesOf(context.db.read, member.id);
  if (known.length >= limits.passkeys) throw conflict(messages.tooManyPasskeys);
  const { email, first_name: firstName } = await context.db.read
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const ticket = await context.db.write((tx) =>
    issueTicket(tx, { kind: 'passkey_add', userId: member.id, expiresAfterMs: timeout }),
  );
  return {
    ticket,
    options: {
      challenge: ticket,
      rp: { id: party.id, name },
      user: {
        id: Buffer.from(member.publicId, 'hex').toString('base64url'),
        name: email,
        displayName: firstName,
      },
      // Ed25519, ES256 and RS256: every platform supports one of them.
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
      timeout,
      excludeCredentials: known,
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  };
};

/**
 * Stores a passkey that the browser created.
 * @returns recovery codes if it is the member's first second factor
 * @throws invalid for a wrong ticket or credential, conflict for too many, unauthorized once the session is over
 */
export const addPasskey = async (
  context: Pick<AppContext, 'db' | 'settings' | 'jobs'>,
  member: Viewer,
  input: { ticket: string; name: string; credential: NewCredential; userAgent: string },
): Promise<{ recoveryCodes: string[] | null }> => {
  const party = requireRelyingParty(context.settings);
  const held = await context.db.write((tx) => takeTicket(tx, 'passkey_add', input.ticket));
  if (held?.userId !== member.id) throw refused();
  const { made, cause } = await verifyNewPasskey(input.credential, { ...party, challenge: input.ticket });
  if (!made) throw refused(cause);
  try {
    return await context.db.write(async (tx) => {
      await assertSessionLives(tx, member);
      const before = await findFactors(tx.q, member.id);
      const rows = await namesOf(tx.q, member.id);
      if (rows.length >= limits.passkeys) throw conflict(messages.tooManyPasskeys);
      await tx.q
        .insertInto('passkeys')
        .values({
          public_id: newId(),
          user_id: member.id,
          credential_id: made.id,
          public_key: made.publicKey,
          counter: made.counter,
          transports: JSON.stringify(input.credential.response.transports ?? []),
          name: input.name,
          created_at: Date.now(),
          last_used_at: null,
        })
        .execute();
      await recordAuditEntry(tx, 'member.passkey_added', { actorId: member.id, target: member.publicId });
      const { userAgent } = input;
      const hasStoppedMails = await stopMailsInName(tx, member.id);
      const change = { change: 'passkey_added', userAgent, hasStoppedMails } as const;
      await notifyOfFactorChange(context, tx, { userId: member.id, ...change });
      return { recoveryCodes: await makeCodesForFirstFactor(tx, member.id, before) };
    });
  } catch (error) {
    if (context.db.dialect.isUniqueViolation(error)) throw refused();
    throw error;
  }
};

/** @throws missing, unauthorized once the session is over */
export const removePasskey = (
  context: Pick<AppContext, 'db' | 'settings' | 'jobs'>,
  member: Viewer,
  { publicId, userAgent }: { publicId: string; userAgent: string },
): Promise<void> =>
  context.db.write(async (tx) => {
    await assertSessionLives(tx, member);
    const gone = await tx.q
      .deleteFrom('passkeys')
      .where('public_id', '=', publicId)
      .where('user_id', '=', member.id)
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw missing();
    await dropCodesWithLastFactor(tx, member.id);
    await recordAuditEntry(tx, 'member.passkey_removed', { actorId: member.id, target: member.publicId });
    await notifyOfFactorChange(context, tx, { userId: member.id, change: 'passkey_removed', userAgent });
  });

/** A member's passkeys, the newest first. */
export const listPasskeys = (q: Queries, userId: number) =>
  q
    .selectFrom('passkeys')
    .select(['public_id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limits.passkeys)
    .execute();
