import type * as contract from '../../../contract/account.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { time } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { conflict, invalid } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { notifyOfFactorChange } from '../auth/factor-notice.ts';
import {
  makeCodesForFirstFactor,
  dropCodesWithLastFactor,
  findFactors,
  stopMailsInName,
} from '../auth/factors.ts';
import { listPasskeys, partyOf } from '../auth/passkeys.ts';
import { countRecoveryCodes } from '../auth/recovery-codes.ts';
import { assertSessionLives } from '../auth/session.ts';
import * as totp from '../auth/totp.ts';

/** The viewer's second factors. */
export const describeFactors = async (
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
): Promise<Output<typeof contract.factors>> => {
  const passkeys = await listPasskeys(db.read, viewer.id);
  return {
    totp: await totp.hasTotp(db.read, viewer.id),
    passkeys: passkeys.map((row) => ({
      id: row.public_id,
      name: row.name,
      createdAt: time(row.created_at),
      lastUsedAt: row.last_used_at === null ? null : time(row.last_used_at),
    })),
    recoveryCodesLeft: await countRecoveryCodes(db.read, viewer.id),
    passkeysPossible: partyOf(settings.publicUrl) !== null,
    required: viewer.lacksSecondFactor,
  };
};

/** Draws a secret for the viewer's app. @throws conflict if one is set up */
export const beginTotp = async (
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
): Promise<{ secret: string; uri: string }> => {
  const { email } = await db.read
    .selectFrom('users')
    .select('email')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  const issuer = `Circle (${new URL(settings.publicUrl).hostname})`;
  const begun = await totp.beginTotp(db, viewer.id, { issuer, account: email });
  if (!begun) throw conflict(messages.totpThere);
  return begun;
};

/**
 * Makes the app a second factor from now on.
 * @throws invalid for a wrong code, unauthorized once the session is over
 */
export const confirmTotp = async (
  context: Pick<AppContext, 'db' | 'settings' | 'jobs' | 'totpNow'>,
  viewer: Viewer,
  { code, userAgent }: { code: string; userAgent: string },
): Promise<{ recoveryCodes: string[] | null }> => {
  const { db } = context;
  const take = await totp.checkCode(context, viewer.id, code.replaceAll(/\s/g, ''), 'pending');
  if (!take) throw invalid('code', messages.codeWrong);
  return db.write(async (tx) => {
    await assertSessionLives(tx, viewer);
    const before = await findFactors(tx.q, viewer.id);
    if (!(await take(tx))) throw invalid('code', messages.codeWrong);
    await recordAuditEntry(tx, 'member.totp_added', { actorId: viewer.id, target: viewer.publicId });
    const hasStoppedMails = await stopMailsInName(tx, viewer.id);
    const change = { change: 'totp_added', userAgent, hasStoppedMails } as const;
    await notifyOfFactorChange(context, tx, { userId: viewer.id, ...change });
    return { recoveryCodes: await makeCodesForFirstFactor(tx, viewer.id, before) };
  });
};

/** @throws unauthorized once the session is over */
export const removeTotp = (
  context: Pick<AppContext, 'db' | 'settings' | 'jobs'>,
  viewer: Viewer,
  userAgent: string,
): Promise<void> =>
  context.db.write(async (tx) => {
    await assertSessionLives(tx, viewer);
    if (!(await totp.removeTotp(tx, viewer.id))) return;
    await dropCodesWithLastFactor(tx, viewer.id);
    await recordAuditEntry(tx, 'member.totp_removed', { actorId: viewer.id, target: viewer.publicId });
    await notifyOfFactorChange(context, tx, { userId: viewer.id, change: 'totp_removed', userAgent });
  });
