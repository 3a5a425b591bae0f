import type { Readable } from 'node:stream';
import { limits } from '../../../contract/limits.ts';
import type { PlacedPhoto, Post, Voice } from '../../../contract/shapes.ts';
import { storedName } from '../../access/show/voices.ts';
import { findJobViewer, type Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Finish } from '../../platform/jobs/jobs.ts';
import { pieceBytes, readPieces } from '../../platform/storage/pieces.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { notify } from '../notifications/notify.ts';
import { archivedPosts, type OpenArchive, registerContents } from './collect.ts';
import { createNaming, type NamedFile } from './names.ts';
import { archiveIndex, archivePage, type WrittenPhoto, type WrittenPost } from './page.ts';
import { archiveNews, keptForMs } from './state.ts';
import { createVolumes, removeArchiveFiles, type Volumes } from './volumes.ts';

/** Moments on one page of the archive. */
const postsPerPage = 200;
/** Milliseconds between two notes of progress. */
const noteEveryMs = 1_000;

/** The job makes no file more. */
const stopped = () => new Error('The archive ended while it was made, or the server stops.');

interface Content {
  stream: Readable;
  size: number;
  extension: string;
}

/** A photo with its video, or a voice. */
interface Archived extends NamedFile {
  /** Under which it is stored. */
  name: string;
  /** The size of a video or voice, which is stored in pieces. */
  inPieces: number | null;
}

const archivedPhoto = (photo: PlacedPhoto): Archived => ({
  ...photo,
  name: (photo.video?.url ?? photo.downloadUrl).replace('/uploads/', ''),
  inPieces: photo.video && photo.video.bytes,
});

const archivedVoice = ({ author, createdAt }: Post, voice: Voice): Archived => ({
  id: voice.id,
  day: createdAt.slice(0, 10),
  addedBy: author,
  name: storedName(voice),
  inPieces: voice.bytes,
});

const openFile = async (storage: Storage, { name, inPieces: size }: Archived): Promise<Content | null> => {
  const extension = name.slice(name.lastIndexOf('.'));
  if (size !== null) {
    const stream = await readPieces(storage, name, { start: 0, end: size - 1 });
    return stream && { stream, size, extension };
  }
  const stored = await storage.read(name);
  return stored && { ...stored, extension };
};

/** Noon of a file's day: it is the same day in nearly all time zones. */
const timeOf = ({ day }: Archived): Date => new Date(`${day}T12:00:00Z`);

interface Making {
  context: AppContext;
  viewer: Viewer;
  archive: OpenArchive;
  volumes: Volumes;
  name: ReturnType<typeof createNaming>;
  maxBytes: number;
}

const updatePending = async (
  { db }: Pick<AppContext, 'db'>,
  id: number,
  values: { photos_done?: number; photos_total?: number },
) => {
  const row = await db.write(({ q }) =>
    q
      .updateTable('archives')
      .set(values)
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .returning('id')
      .executeTakeFirst(),
  );
  if (!row) throw stopped();
};

/** Writes photos and pages into the ZIPs. Resolves with whether all fitted. */
const writeContents = async (making: Making, assertGoesOn: () => void): Promise<boolean> => {
  const { context, viewer, archive, volumes, name } = making;
  const spans: { first: string; last: string }[] = [];
  let waiting: WrittenPost[] = [];
  let done = 0;
  let bytes = 0;
  let isComplete = true;
  let notedAt = Date.now();

  /** Writes a file, and returns its path; null if it does not fit, or is gone. */
  const writeFile = async (post: Post, one: Archived): Promise<string | null> => {
    assertGoesOn();
    if (Date.now() - notedAt > noteEveryMs) {
      await updatePending(context, archive.id, { photos_done: done });
      notedAt = Date.now();
    }
    if (!isComplete) return null;
    const content = await openFile(context.storage, one);
    // It was deleted after its row was read, which ends the archive.
    if (!content) return null;
    bytes += content.size;
    if (bytes > making.maxBytes) {
      isComplete = false;
      content.stream.destroy();
      return null;
    }
    const file = name(post, one, content.extension);
    const { stream: source, size } = content;
    await volumes.add({ name: file, source, size, modifiedAt: timeOf(one), compress: false });
    return file;
  };

  const writePage = async (): Promise<void> => {
    const [newest] = waiting;
    const oldest = waiting.at(-1);
    if (!newest || !oldest) return;
    spans.push({ first: oldest.post.createdAt, last: newest.post.createdAt });
    const page = archivePage({ reader: viewer, circle: archive.circle.name, posts: waiting });
    waiting = [];
    await addText(volumes, `pages/${spans.length}.html`, page);
  };

  for await (const posts of archivedPosts(context.db, viewer, archive)) {
    for (const { post, photos } of posts) {
      const written: WrittenPhoto[] = [];
      for (const photo of photos) {
        done += 1;
        const file = await writeFile(post, archivedPhoto(photo));
        if (file !== null) written.push({ file, photo });
      }
      const voice = post.voice && (await writeFile(post, archivedVoice(post, post.voice)));
      waiting.push({ post, photos: written, voice });
      if (waiting.length === postsPerPage) await writePage();
    }
  }
  await writePage();
  await addText(
    volumes,
    'index.html',
    archiveIndex({ reader: viewer, circle: archive.circle.name, madeAt: new Date(), spans, isComplete }),
  );
  return isComplete;
};

const addText = (volumes: Volumes, name: string, text: string): Promise<void> =>
  volumes.add({
    name,
    source: (async function* whole() {
      yield text;
    })(),
    size: Math.min(Buffer.byteLength(text), pieceBytes),
    modifiedAt: new Date(),
    compress: true,
  });

const findPending = async ({ db }: Pick<AppContext, 'db'>, publicId: string) => {
  const row = await db.read
    .selectFrom('archives')
    .innerJoin('circles', 'circles.id', 'archives.circle_id')
    .select([
      'archives.id',
      'archives.user_id',
      'circles.id as circle_id',
      'circles.public_id',
      'circles.name',
    ])
    .where('archives.public_id', '=', publicId)
    .where('archives.status', '=', 'pending')
    .executeTakeFirst();
  if (!row) return null;
  const viewer = await findJobViewer(db.read, row.user_id);
  if (!viewer) {
    // Nobody makes it any more: a suspended member asks again.
    await db.write(({ q }) =>
      q.updateTable('archives').set({ status: 'ended' }).where('id', '=', row.id).execute(),
    );
    return null;
  }
  const circle = { id: row.circle_id, publicId: row.public_id, name: row.name };
  return { viewer, archive: { id: row.id, publicId, circle } };
};

const makeContents = async (
  context: AppContext,
  { viewer, archive }: { viewer: Viewer; archive: OpenArchive },
  maxBytes: number,
) => {
  const { storage, shutdownSignal } = context;
  const assertGoesOn = () => {
    if (shutdownSignal.aborted) throw stopped();
  };
  const total = await registerContents(context.db, viewer, archive, assertGoesOn);
  await updatePending(context, archive.id, { photos_total: total, photos_done: 0 });
  await removeArchiveFiles(storage, archive.publicId);
  const volumes = createVolumes(storage, archive.publicId, limits.archivePartBytes);
  const making = { context, viewer, archive, volumes, name: createNaming(viewer), maxBytes };
  const isComplete = await writeContents(making, assertGoesOn).catch(async (error: unknown) => {
    await volumes.abandon();
    throw error;
  });
  return { isComplete, sizes: await volumes.finish(), total };
};

/** Makes an archive and tells its member. Repeated after a crash, it starts again. */
export const makeArchive = async (
  context: AppContext,
  publicId: string,
  finish: Finish,
  maxBytes: number = limits.archiveBytes,
): Promise<void> => {
  const found = await findPending(context, publicId);
  if (!found) return;
  const { viewer, archive } = found;
  let made: Awaited<ReturnType<typeof makeContents>>;
  try {
    made = await makeContents(context, found, maxBytes);
  } catch (error) {
    if (context.shutdownSignal.aborted || (await findPending(context, publicId))) throw error;
    // It ended meanwhile. The sweep may have deleted its files before the last ones were written.
    await removeArchiveFiles(context.storage, publicId);
    return;
  }
  const isKept = await context.db.write(async (tx) => {
    await finish(tx);
    const row = await tx.q
      .updateTable('archives')
      .set({
        status: 'ready',
        photos_done: made.total,
        part_bytes: JSON.stringify(made.sizes),
        is_complete: made.isComplete ? 1 : 0,
        expires_at: Date.now() + keptForMs,
      })
      .where('id', '=', archive.id)
      .where('status', '=', 'pending')
      .returning('id')
      .executeTakeFirst();
    if (row)
      await notify(tx, {
        kind: 'archive_ready',
        to: viewer.id,
        actor: null,
        circle: archive.circle.id,
        group: archiveNews(archive.circle.id),
      });
    return row !== undefined;
  });
  if (!isKept) await removeArchiveFiles(context.storage, publicId);
};
