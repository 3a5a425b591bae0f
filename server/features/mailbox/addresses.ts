import { randomBytes } from 'node:crypto';
import { messages } from '../../../contract/errors/errors.ts';
import { findCircle, findCirclesByKey, type SeenCircle } from '../../access/find/circles.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { replyAddress, type ReplyKey } from '../../platform/mail/reply-keys.ts';
import { conflict } from '../../platform/problem.ts';
import { keyOfCircle, type Renewed } from '../letters/circle-keys.ts';

const findRenewed = async (q: Queries, userId: number): Promise<Renewed> => {
  const rows = await q
    .selectFrom('mail_addresses')
    .select(['circle_id', 'number'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map((row) => [row.circle_id, row.number]));
};

/** The circles that the viewer sees among those to whose present addresses a mail was written (LETTERBOX-4). */
export const findCirclesOfKeys = async (
  q: Queries,
  viewer: Viewer,
  keys: readonly ReplyKey[],
): Promise<SeenCircle[]> => {
  const renewed = await findRenewed(q, viewer.id);
  const written = new Set(keys.map(({ kind, object }) => `${kind} ${object}`));
  const first = keys.flatMap(({ kind, object }) => (kind === 'circle' ? [object] : []));
  const present = [...new Set([...first, ...renewed.keys()])].filter((circle) => {
    const { kind, object } = keyOfCircle({ user: viewer.id, circle }, renewed);
    return written.has(`${kind} ${object}`);
  });
  return findCirclesByKey(q, viewer, present);
};

/** @throws missing, conflict where a mail to the circle would not count */
const findPlace = async (
  q: Queries,
  { settings }: Pick<AppContext, 'settings'>,
  viewer: Viewer,
  publicId: string,
): Promise<{ circle: SeenCircle; mailReply: string }> => {
  const circle = await findCircle(q, viewer, publicId);
  const { mailIn, mailReply } = settings;
  if (mailIn === null || mailReply === null) throw conflict(messages.mailboxOff);
  const member = await q
    .selectFrom('users')
    .select(['email_confirmed_at', 'mail_in_my_name'])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  if (member.mail_in_my_name === 0) throw conflict(messages.mailsInMyNameOff);
  if (member.email_confirmed_at === null) throw conflict(messages.mailsNeedAddress);
  if (!viewer.isVerified) throw conflict(messages.mailsNeedVerified);
  return { circle, mailReply };
};

const addressOf = (
  { replyKeys }: Pick<AppContext, 'replyKeys'>,
  mailReply: string,
  key: ReplyKey,
): { address: string } => ({ address: replyAddress(mailReply, replyKeys.seal(key)) });

type AddressContext = Pick<AppContext, 'db' | 'settings' | 'replyKeys'>;

/** The address to which the viewer mails moments for a circle. @throws missing, conflict */
export const findMailAddress = async (
  context: AddressContext,
  viewer: Viewer,
  publicId: string,
): Promise<{ address: string }> => {
  const q = context.db.read;
  const { circle, mailReply } = await findPlace(q, context, viewer, publicId);
  const renewed = await findRenewed(q, viewer.id);
  return addressOf(context, mailReply, keyOfCircle({ user: viewer.id, circle: circle.id }, renewed));
};

/** Deletes the member's new addresses, so that each circle has its first one again. */
export const forgetMailAddresses = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.deleteFrom('mail_addresses').where('user_id', '=', userId).execute();
};

/** A random number below 2^40, the largest that a key can name. */
const drawNumber = (): number => randomBytes(5).readUIntBE(0, 5);

/** Replaces the viewer's address for a circle. Mails to the old one then have no effect (LETTERBOX-4). @throws missing, conflict */
export const renewMailAddress = (
  context: AddressContext,
  viewer: Viewer,
  publicId: string,
): Promise<{ address: string }> =>
  context.db.write(async (tx: Tx) => {
    const { circle, mailReply } = await findPlace(tx.q, context, viewer, publicId);
    const number = drawNumber();
    await tx.q
      .insertInto('mail_addresses')
      .values({ user_id: viewer.id, circle_id: circle.id, number })
      .onConflict((on) => on.columns(['user_id', 'circle_id']).doUpdateSet({ number }))
      .execute();
    const key = keyOfCircle({ user: viewer.id, circle: circle.id }, new Map([[circle.id, number]]));
    return addressOf(context, mailReply, key);
  });
