import type { Readable } from 'node:stream';
import { findJobViewer, findMailboxViewer, type Viewer } from '../../../access/viewer.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { photosInAlbumsOfOthers } from '../../albums/export.ts';
import { loadCurrentUser } from '../../auth/current-user.ts';
import { ownComments, ownSpokenComments } from '../../comments/export.ts';
import { readPieces } from '../../../platform/storage/pieces.ts';
import { notify } from '../../notifications/notify.ts';
import {
  describeAdded,
  describePost,
  type ExportedFile,
  filesOf,
  filesOfAdded,
  ownPosts,
  pictureOf,
  voiceOf,
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

const isMany = (value: object): value is AsyncIterable<unknown> | Iterable<unknown> =>
  Symbol.asyncIterator in value || Symbol.iterator in value;

// The export holds of other members only what Circle's pages would show this member now.
const writeData = async (context: AppContext, viewer: Viewer, zip: ZipWriter, madeAt: string) => {
  const { db } = context;
  const user = await loadCurrentUser(db.read, viewer.id);
  const picture = pictureOf(user.profileImageUrl);
  const files: ExportedFile[] = picture ? [picture] : [];
  async function* posts() {
    for await (const post of ownPosts(context, viewer)) {
      for (const image of post.images) files.push(...filesOf(post, image));
      const voice = voiceOf(post);
      if (voice) files.push(voice);
      yield describePost(post);
    }
  }
  const about = { format, product: 'Circle', version: context.settings.version, madeAt };
  await zip.add('data/about.json', oneJson(about));
  await zip.add('data/profile.json', oneJson({ ...user, profileImageUrl: picture?.file ?? null }));
  await zip.add('data/posts.json', manyJson(posts()));
  const added = await photosInAlbumsOfOthers(db.read, viewer);
  files.push(...added.flatMap(filesOfAdded));
  await zip.add('data/photos-in-albums.json', manyJson(added.map(describeAdded)));
  // The comments themselves are written by their feature.
  for (const comment of await ownSpokenComments(db.read, viewer)) {
    const voice = voiceOf(comment);
    if (voice) files.push(voice);
  }
  for (const { exports } of context.features)
    for (const [name, make] of Object.entries(exports?.(context, viewer) ?? {})) {
      const made = await make();
      await zip.add(`data/${name}.json`, isMany(made) ? manyJson(made) : oneJson(made));
    }
  return { user, picture, files };
};

const openFile = async (storage: Storage, { name, pieces }: ExportedFile): Promise<Readable | null> => {
  if (pieces) return readPieces(storage, name, { start: 0, end: pieces.bytes - 1 });
  return (await storage.read(name))?.stream ?? null;
};

const writeAll = async (context: AppContext, viewer: Viewer, zip: ZipWriter) => {
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
  return zip.finish();
};

const isWanted = async ({ db }: Pick<AppContext, 'db'>, publicId: string): Promise<boolean> =>
  (await db.read
    .selectFrom('exports')
    .select('user_id')
    .where('public_id', '=', publicId)
    .executeTakeFirst()) !== undefined;

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
  const owner = await (row.by_letter === 1 ? findMailboxViewer : findJobViewer)(db.read, row.user_id);
  if (!owner) return db.write((tx) => dropExport(jobs, tx, row.user_id));
  const zip = createZip(partBytes, (part, bytes) => context.storage.put(partKey(publicId, part), bytes));
  const { parts, bytes } = await writeAll(context, owner, zip).catch(async (error: unknown) => {
    await zip.abandon();
    // The job goes with the member's row: no later try deletes what this one wrote after the files were deleted.
    if (!(await isWanted(context, publicId))) await removeParts(context.storage, publicId);
    throw error;
  });
  const kept = await db.write(async (tx) => {
    const ready = await tx.q
      .updateTable('exports')
      .set({ status: 'ready', parts, bytes, expires_at: Date.now() + keptForMs })
      .where('public_id', '=', publicId)
      .returning('user_id')
      .executeTakeFirst();
    // A mailbox member may have made an account meanwhile, for which the mailed link opens nothing.
    if (ready && (await findMailboxViewer(tx.q, owner.id)))
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
