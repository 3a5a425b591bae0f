import type { Readable } from 'node:stream';
import { findOwnFrames } from '../../../access/find/own-frames.ts';
import { findJobViewer, findMailboxViewer, type Viewer } from '../../../access/viewer.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { photosInAlbumsOfOthers } from '../../albums/export.ts';
import { loadCurrentUser } from '../../auth/current-user.ts';
import { listBlocks } from '../../blocking/block.ts';
import { listPutAway } from '../../timeline/not-again.ts';
import { listMutes } from '../../blocking/mute.ts';
import { ownComments } from '../../comments/export.ts';
import { allContacts } from '../../contacts/list.ts';
import { ownDelivery } from '../../delivery/export.ts';
import { ownImports } from '../../imports/export.ts';
import { ownLetter } from '../../letters/export.ts';
import { listAskedByMail, listSent } from '../../invitations/list-sent.ts';
import { ownLikes } from '../../likes/export.ts';
import { deviceIn } from '../../notifications/device.ts';
import { readPieces } from '../../../platform/storage/pieces.ts';
import { notify } from '../../notifications/notify.ts';
import { ownUnfollowed } from '../../notifications/followers.ts';
import { findPreferences } from '../../notifications/preferences.ts';
import { ownPayments } from '../../payments/export.ts';
import { ownTakeBacks } from '../../audience/export.ts';
import { ownRequests } from '../../verification/list-own.ts';
import { describeFactors } from '../factors.ts';
import { listSessions } from '../sessions.ts';
import {
  describeAdded,
  describePost,
  type ExportedFile,
  filesOf,
  filesOfAdded,
  knownCircles,
  ownNotifications,
  ownPosts,
  pictureOf,
} from './collect.ts';
import { exportPage } from './page.ts';
import { dropExport, exportNews, keptForMs, sweepExports } from './request.ts';
import { partBytes, partKey, removeParts } from './stored.ts';
import { createZip, type ZipWriter } from '../../../platform/storage/zip.ts';

/** The version of the export's format; raise it when the meaning of a file changes (docs/export.md). */
const format = 1;

async function* oneJson(value: unknown): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`;
}

async function* manyJson(values: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const value of values) {
    yield before + JSON.stringify(value, null, 2);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

// The export holds of other members only what Circle's pages would show this member now.
const writeData = async (
  context: Pick<AppContext, 'db' | 'settings' | 'cursors'>,
  viewer: Viewer,
  zip: ZipWriter,
  madeAt: string,
) => {
  const { db } = context;
  const user = await loadCurrentUser(db.read, viewer.id);
  const picture = pictureOf(user.profileImageUrl);
  const files: ExportedFile[] = picture ? [picture] : [];
  async function* posts() {
    for await (const post of ownPosts(context, viewer)) {
      for (const image of post.images) files.push(...filesOf(post, image));
      yield describePost(post);
    }
  }
  const about = { format, product: 'Circle', version: context.settings.version, madeAt };
  await zip.add('data/about.json', oneJson(about));
  await zip.add('data/profile.json', oneJson({ ...user, profileImageUrl: picture?.file ?? null }));
  await zip.add('data/circles.json', manyJson(knownCircles(context.db, viewer)));
  await zip.add('data/posts.json', manyJson(posts()));
  const added = await photosInAlbumsOfOthers(db.read, viewer);
  files.push(...added.flatMap(filesOfAdded));
  await zip.add('data/photos-in-albums.json', manyJson(added.map(describeAdded)));
  await zip.add('data/taken-back.json', manyJson(await ownTakeBacks(db.read, viewer)));
  await zip.add('data/comments.json', manyJson(ownComments(db.read, viewer)));
  await zip.add('data/likes.json', manyJson(ownLikes(db.read, viewer)));
  await zip.add('data/contacts.json', manyJson(allContacts(context, viewer)));
  await zip.add('data/invitations.json', manyJson(await listSent(db, viewer)));
  await zip.add('data/asked-by-mail.json', manyJson(await listAskedByMail(db, viewer)));
  await zip.add('data/verification.json', manyJson(await ownRequests(db.read, viewer)));
  await zip.add('data/notifications.json', manyJson(ownNotifications(context, viewer)));
  await zip.add('data/payments.json', manyJson(ownPayments(db.read, viewer)));
  await zip.add('data/preferences.json', oneJson(await findPreferences(db.read, viewer.id)));
  await zip.add(
    'data/delivery.json',
    oneJson({ ...(await ownDelivery(db.read, viewer)), latestLetter: await ownLetter(db.read, viewer) }),
  );
  await zip.add('data/sessions.json', manyJson(await listSessions(db, viewer)));
  await zip.add('data/frames.json', manyJson(await findOwnFrames(db.read, viewer, deviceIn)));
  await zip.add('data/second-factors.json', oneJson(await describeFactors(context, viewer)));
  await zip.add('data/blocked.json', manyJson(await listBlocks(db, viewer)));
  await zip.add('data/muted.json', manyJson(await listMutes(db, viewer)));
  await zip.add(
    'data/put-away.json',
    manyJson((await listPutAway(db, viewer)).map(({ scope, id, day }) => ({ scope, id, day }))),
  );
  await zip.add('data/imports.json', manyJson(await ownImports(db.read, viewer)));
  await zip.add('data/unfollowed.json', manyJson(await ownUnfollowed(db.read, viewer)));
  return { user, picture, files };
};

const openFile = async (storage: Storage, { name, video }: ExportedFile): Promise<Readable | null> => {
  if (video) return readPieces(storage, name, { start: 0, end: video.bytes - 1 });
  return (await storage.read(name))?.stream ?? null;
};

const writeAll = async (context: AppContext, viewer: Viewer, zip: ZipWriter): Promise<void> => {
  const madeAt = new Date().toISOString();
  const { user, picture, files } = await writeData(context, viewer, zip, madeAt);
  const written = new Set<string>();
  for (const one of files) {
    const stream = await openFile(context.storage, one);
    // It was deleted after its row was read: leave it out.
    if (!stream) continue;
    await zip.add(one.file, stream, { compress: false });
    written.add(one.file);
  }
  const page = exportPage({
    reader: viewer,
    user,
    madeAt,
    picture: picture && written.has(picture.file) ? picture.file : null,
    posts: ownPosts(context, viewer),
    comments: ownComments(context.db.read, viewer),
    files: written,
  });
  await zip.add('index.html', page);
};

const makeExport = async (context: AppContext, publicId: string): Promise<void> => {
  const { db, jobs } = context;
  const row = await db.read
    .selectFrom('exports')
    .innerJoin('users', 'users.id', 'exports.user_id')
    .select(['exports.user_id', 'users.by_letter'])
    .where('exports.public_id', '=', publicId)
    .where('exports.status', '=', 'pending')
    .executeTakeFirst();
  if (!row) return;
  const isMailboxMember = row.by_letter === 1;
  const owner = await (isMailboxMember ? findMailboxViewer : findJobViewer)(db.read, row.user_id);
  if (!owner) return db.write((tx) => dropExport(jobs, tx, row.user_id));
  const zip = createZip(partBytes, (part, bytes) => context.storage.put(partKey(publicId, part), bytes));
  await writeAll(context, owner, zip);
  const { parts, bytes } = await zip.finish();
  const kept = await db.write(async (tx) => {
    const ready = await tx.q
      .updateTable('exports')
      .set({ status: 'ready', parts, bytes, expires_at: Date.now() + keptForMs })
      .where('public_id', '=', publicId)
      .returning('user_id')
      .executeTakeFirst();
    if (ready && isMailboxMember)
      await jobs.enqueue(tx, { kind: 'mailbox-export', payload: owner.id, userId: owner.id });
    else if (ready) await notify(tx, { kind: 'export_ready', to: owner.id, actor: null, group: exportNews });
    return ready;
  });
  // The export was deleted meanwhile, with its owner or by a newer export: delete its parts.
  if (!kept) await removeParts(context.storage, publicId);
};

/** Registers the jobs that make exports and delete expired ones. */
export const handleExports = (context: AppContext): void => {
  const { jobs } = context;
  jobs.handle('export', async (payload) => {
    if (typeof payload === 'string') await makeExport(context, payload);
  });
  jobs.handle('remove-export', async (payload) => {
    if (typeof payload === 'string') await removeParts(context.storage, payload);
  });
  jobs.handle('sweep-exports', () => sweepExports(context), { every: 60 * 60_000 });
};
