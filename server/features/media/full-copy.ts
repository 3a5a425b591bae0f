import { link, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { UploadedFile } from './photos.ts';
import { fullCopy, storageKey } from './stored-file.ts';

const day = 24 * 60 * 60_000;

// The photo as it came, with its metadata, exists in this one temporary file alone, until the job is done.
const sourceOf = (tmpDir: string, publicId: string) => path.join(tmpDir, `full-${publicId}`);

/** The uploads in a folder of temporary files whose full-size copies are still to be made, by name. */
export const sourcesIn = async (tmpDir: string): Promise<string[]> =>
  (await readdir(tmpDir)).filter((name) => name.startsWith('full-'));

const copies = 'full-copy ';
const importCopies = 'import-copy ';
const sweeps = 'sweep-sources ';

const jobKind = (nodeId: string, isImport: boolean) => `${isImport ? importCopies : copies}${nodeId}`;

/** Keeps an upload for the job that makes its full-size copy; the upload itself goes with its request. */
export const keepSource = async (tmpDir: string, publicId: string, file: UploadedFile): Promise<void> => {
  await link(file.path, sourceOf(tmpDir, publicId));
};

const uniqueKeyOf = (publicId: string) => `full-copy ${publicId}`;

/** Leaves the job for later: nobody sees the copy before the photo is part of a moment. */
export const queueFullCopy = (
  context: Pick<AppContext, 'jobs' | 'nodeId'>,
  tx: Tx,
  { publicId, userId, isImport }: { publicId: string; userId: number; isImport: boolean },
): Promise<void> =>
  context.jobs.enqueue(tx, {
    kind: jobKind(context.nodeId, isImport),
    payload: publicId,
    userId,
    uniqueKey: uniqueKeyOf(publicId),
    runAt: Date.now() + day,
  });

/** The photos were shared: their copies are wanted now, from whichever machine has their uploads. */
export const startFullCopies = (jobs: Jobs, tx: Tx, publicIds: readonly string[]): Promise<void> =>
  jobs.hasten(tx, publicIds.map(uniqueKeyOf));

export const dropSource = async (tmpDir: string, publicId: string): Promise<void> => {
  await rm(sourceOf(tmpDir, publicId), { force: true });
};

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** @returns whether the photo exists */
const storeFullCopy = async (
  { db, images, storage }: AppContext,
  { publicId, source }: { publicId: string; source: string },
): Promise<boolean> => {
  const wanted = await db.read
    .selectFrom('images')
    .select('owner_id')
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (!wanted) return false;
  // An earlier try has stored the copy.
  if (!(await exists(source))) return true;
  const party = `member ${wanted.owner_id}`;
  const [made] = (await images.process(source, { kind: 'full', party })).variants;
  if (!made) throw new Error('No full-size copy was made');
  await storage.put(storageKey(publicId, fullCopy), made.bytes);
  const kept = await db.write(({ q }) =>
    q
      .updateTable('images')
      .set({ full_bytes: made.bytes.length })
      .where('public_id', '=', publicId)
      .returning('id')
      .executeTakeFirst(),
  );
  return kept !== undefined;
};

const makeFullCopy = async (context: AppContext, publicId: string): Promise<void> => {
  const source = sourceOf(context.tmpDir, publicId);
  // The photo was deleted meanwhile, perhaps before a crash of this job: its copy must not stay behind.
  if (!(await storeFullCopy(context, { publicId, source })))
    await context.storage.remove([storageKey(publicId, fullCopy)]);
  await rm(source, { force: true });
};

/** The job of this machine that makes full-size copies, and the sweep of what a crash left for it. */
export const handleFullCopies = (context: AppContext): void => {
  for (const isImport of [false, true])
    context.jobs.handle(jobKind(context.nodeId, isImport), async (payload) => {
      if (typeof payload === 'string') await makeFullCopy(context, payload);
    });
  context.jobs.handle(
    `${sweeps}${context.nodeId}`,
    async () => {
      for (const name of await sourcesIn(context.tmpDir)) {
        const file = path.join(context.tmpDir, name);
        if ((await stat(file)).mtimeMs < Date.now() - 2 * day) await rm(file, { force: true });
      }
      // A machine that has been away for a month took its uploads with it.
      for (const kind of [copies, importCopies, sweeps])
        await context.jobs.forgetAbandoned(kind, Date.now() - 30 * day);
    },
    { every: day },
  );
};
