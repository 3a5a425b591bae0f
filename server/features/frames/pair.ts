import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { findCircle } from '../../access/find/circles.ts';
import type { Night } from './find.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { conflict, invalid, missing } from '../../platform/problem.ts';
import { hashOf, newFrameCode, newId, newToken } from '../../platform/text/ids.ts';
import { timeFor, wordsFor } from '../../words/reader.ts';
import { type Proof, assertProof } from '../account/proof.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { mailDeniable } from '../auth/deniable-mail.ts';
import { assertSessionLives } from '../auth/session.ts';
import { deviceIn, deviceOf } from '../notifications/device.ts';

/** How long a code works, in milliseconds (FRAME-2). */
export const codeLivesMs = 10 * 60_000;

/**
 * Makes a code for the tablet that asks. Its token is always fresh: a sibling domain could have planted another one, and
 * would know it. The tablet's earlier code ends.
 */
export const makeCode = async (
  { db }: Pick<AppContext, 'db'>,
  { token: earlier, userAgent }: { token: string | null; userAgent: string },
): Promise<{ token: string; code: string }> => {
  const [token, code] = [newToken(), newFrameCode()];
  const now = Date.now();
  await db.write(async ({ q }) => {
    await q.deleteFrom('frame_codes').where('expires_at', '<=', now).execute();
    if (earlier !== null)
      await q.deleteFrom('frame_codes').where('token_hash', '=', hashOf(earlier)).execute();
    await q
      .insertInto('frame_codes')
      .values({
        code_hash: hashOf(code),
        token_hash: hashOf(token),
        device: deviceOf(userAgent),
        expires_at: now + codeLivesMs,
      })
      .execute();
  });
  return { token, code };
};

/** Whether the tablet's code still waits for a member. */
export const isWaiting = async ({ db }: Pick<AppContext, 'db'>, token: string): Promise<boolean> => {
  const row = await db.read
    .selectFrom('frame_codes')
    .select('code_hash')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
  return row !== undefined;
};

// Locks session and membership: one that ends concurrently must not get a frame.
const assertMayPair = async (tx: Tx, viewer: Viewer, circleId: number): Promise<void> => {
  await assertSessionLives(tx, viewer);
  const membership = tx.q
    .selectFrom('circle_members')
    .select('user_id')
    .where('circle_id', '=', circleId)
    .where('user_id', '=', viewer.id);
  if ((await lockRows(tx, membership)).length === 0) throw missing();
  const { count } = await tx.q
    .selectFrom('frames')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= limits.frames) throw conflict(messages.tooManyFrames);
};

/** Redeems a code; of concurrent calls one succeeds. @throws invalid */
const takeCode = async ({ q }: Tx, code: string): Promise<{ tokenHash: string; device: string }> => {
  const taken = await q
    .deleteFrom('frame_codes')
    .where('code_hash', '=', hashOf(code))
    .where('expires_at', '>', Date.now())
    .returning(['token_hash', 'device'])
    .executeTakeFirst();
  if (!taken) throw invalid('code', messages.frameCodeInvalid);
  return { tokenHash: taken.token_hash, device: taken.device };
};

interface Pairing extends Proof {
  circleId: string;
  code: string;
  night?: Night | null | undefined;
}

/**
 * Shows one circle of the viewer on the tablet that shows this code, and mails the viewer (FRAME-2, FRAME-4).
 * @throws missing for a circle that the viewer does not see, invalid for a wrong proof or code, conflict at 10 frames
 */
export const pairFrame = async (
  context: AppContext,
  viewer: Viewer,
  { circleId, code, night = null, ...proof }: Pairing,
): Promise<{ id: string }> => {
  const circle = await findCircle(context.db.read, viewer, circleId);
  await assertProof(context, viewer, proof);
  const id = newId();
  await context.db.write(async (tx) => {
    await assertMayPair(tx, viewer, circle.id);
    const { tokenHash, device } = await takeCode(tx, code);
    const now = Date.now();
    // A night without an hour never begins.
    const hours = night && night.from !== night.to ? night : null;
    await tx.q
      .insertInto('frames')
      .values({
        public_id: id,
        token_hash: tokenHash,
        user_id: viewer.id,
        circle_id: circle.id,
        device,
        night_from: hours?.from ?? null,
        night_to: hours?.to ?? null,
        created_at: now,
        last_seen_at: now,
      })
      .execute();
    await recordAuditEntry(tx, 'member.frame_added', { actorId: viewer.id, target: viewer.publicId });
    const words = wordsFor(viewer);
    const { title, about, aboutPrivate, notYou } = words.mail.frameNotice;
    const at = timeFor(viewer, new Date());
    const shown = deviceIn(words, device);
    // No mail names a private circle.
    const said =
      circle.kind === 'shared'
        ? about({ device: shown, circle: circle.name, at })
        : aboutPrivate({ device: shown, at });
    await mailDeniable(context, tx, { userId: viewer.id, title, paragraphs: [said, notYou] });
  });
  return { id };
};
