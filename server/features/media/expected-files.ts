import * as z from 'zod/mini';
import { VideoType } from '../../../contract/shapes.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Storage, Stored } from '../../platform/storage/storage.ts';
import { fullCopy, storageKey, unattachedFor, variantNames } from './stored-file.ts';
import { videoKeys } from './stored-video.ts';

/** Younger than this, in milliseconds, a file without a row may be an upload under way. */
const recentMs = 60 * 60_000;
const batchSize = 500;
const concurrency = 16;

const Row = z.object({
  id: z.number(),
  public_id: z.string(),
  post_id: z.nullable(z.number()),
  kind: z.string(),
  added_at: z.nullable(z.number()),
  variants: z.string(),
  bytes: z.number(),
  full_bytes: z.nullable(z.number()),
  /** Backups of earlier versions lack the last two. */
  video_type: z.nullish(VideoType),
  video_bytes: z.nullish(z.number()),
});

export interface ExpectedImage {
  id: number;
  publicId: string;
  /** Part of a post or comment, or kept by a report. Any other may be an upload under way, whose files are to come. */
  isUsed: boolean;
  /** Keys of the files that there must be: the variants, smallest first, the copy in full size, the pieces of the video. */
  keys: string[];
  /** In bytes, together. */
  size: number;
}

/** Reads which files a row of `images` stands for. @throws a schema error for an invalid row */
export const readExpected = (row: unknown): ExpectedImage => {
  const image = Row.parse(row);
  const names = variantNames(image.variants);
  if (image.full_bytes !== null) names.push(fullCopy);
  return {
    id: image.id,
    publicId: image.public_id,
    isUsed:
      image.post_id !== null ||
      image.kind === 'evidence' ||
      (image.kind === 'voice' && image.added_at !== null),
    keys: [...names.map((name) => storageKey(image.public_id, name)), ...videoKeys(image)],
    size: image.bytes + (image.full_bytes ?? 0),
  };
};

const Report = z.object({ public_id: z.string(), pictures: z.string() });

/** The keys of the picture's files that a row of `bug_reports` says are stored. */
export const readExpectedOfReport = (row: unknown): string[] => {
  const report = Report.parse(row);
  const names: unknown = JSON.parse(report.pictures);
  return z.parse(z.array(z.string()), names).map((name) => storageKey(report.public_id, name));
};

async function* allImages(q: Queries): AsyncGenerator<ExpectedImage[]> {
  for (let last = 0; ; ) {
    const rows = await q
      .selectFrom('images')
      .select(['id', 'public_id', 'post_id', 'kind', 'added_at', 'variants', 'bytes', 'full_bytes'])
      .select(['video_type', 'video_bytes'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    if (rows.length === 0) return;
    yield rows.map(readExpected);
    last = rows.at(-1)?.id ?? last;
  }
}

const findExisting = async (q: Queries, publicIds: readonly string[]): Promise<ReadonlySet<string>> => {
  if (publicIds.length === 0) return new Set();
  const rows = await q
    .selectFrom('images')
    .select('public_id')
    .where('public_id', 'in', publicIds)
    .union((e) => e.selectFrom('exports').select('public_id').where('public_id', 'in', publicIds))
    .union((e) => e.selectFrom('archives').select('public_id').where('public_id', 'in', publicIds))
    .union((e) => e.selectFrom('archive_leftovers').select('public_id').where('public_id', 'in', publicIds))
    .union((e) => e.selectFrom('bug_reports').select('public_id').where('public_id', 'in', publicIds))
    .union((e) => e.selectFrom('incoming_mails').select('public_id').where('public_id', 'in', publicIds))
    .union((e) => e.selectFrom('video_uploads').select('public_id').where('public_id', 'in', publicIds))
    .execute();
  return new Set(rows.map((row) => row.public_id));
};

// A broken-off upload leaves a row without files. No client got its id, and the sweep deletes it.
const mustHaveFiles = async (q: Queries, publicIds: readonly string[]): Promise<ReadonlySet<string>> => {
  if (publicIds.length === 0) return new Set();
  const rows = await q
    .selectFrom('images')
    .select('public_id')
    .where('public_id', 'in', publicIds)
    .where((e) =>
      e.or([
        e('post_id', 'is not', null),
        e('kind', '=', 'evidence'),
        e.and([e('kind', '=', 'voice'), e('added_at', 'is not', null)]),
        e('created_at', '<', Date.now() - unattachedFor - recentMs),
        e.exists(e.selectFrom('users').select('users.id').whereRef('users.avatar_id', '=', 'images.id')),
      ]),
    )
    .execute();
  return new Set(rows.map((row) => row.public_id));
};

export interface FileReport {
  images: number;
  files: number;
  /** Size in bytes of all files of all images. */
  bytes: number;
  faults: string[];
}

const checkImage = async (storage: Storage, image: ExpectedImage): Promise<string | null> => {
  const sizes = await Promise.all(image.keys.map((key) => storage.size(key)));
  const absent = image.keys.filter((_, at) => sizes[at] === null);
  if (absent.length > 0) return `is without ${absent.length} of its ${image.keys.length} files`;
  const size = sizes.reduce<number>((sum, part) => sum + (part ?? 0), 0);
  return size === image.size ? null : `has ${size} bytes instead of ${image.size}`;
};

const checkRows = async (context: Pick<AppContext, 'db' | 'storage'>, report: FileReport): Promise<void> => {
  for await (const images of allImages(context.db.read)) {
    for (let from = 0; from < images.length; from += concurrency) {
      const some = images.slice(from, from + concurrency);
      const found = await Promise.all(
        some.map(async (image) => ({ image, fault: await checkImage(context.storage, image) })),
      );
      const wrong = found.flatMap(({ image, fault }) => (fault === null ? [] : [{ image, fault }]));
      // Deleted while we looked, row first: then nothing is wrong either.
      const held = await mustHaveFiles(
        context.db.read,
        wrong.map(({ image }) => image.publicId),
      );
      for (const { image, fault } of wrong) {
        if (held.has(image.publicId)) report.faults.push(`photo ${image.publicId} ${fault}`);
      }
      report.images += some.length;
    }
  }
};

const idOf = (key: string): string => key.slice(0, key.indexOf('-'));

const checkFiles = async (context: Pick<AppContext, 'db' | 'storage'>, report: FileReport): Promise<void> => {
  let some: Stored[] = [];
  const look = async () => {
    const there = await findExisting(context.db.read, [...new Set(some.map(({ key }) => idOf(key)))]);
    for (const { key, size, modifiedAt } of some) {
      if (there.has(idOf(key))) {
        report.files += 1;
        report.bytes += size;
      } else if (modifiedAt < Date.now() - recentMs) report.faults.push(`file ${key} belongs to nothing`);
    }
    some = [];
  };
  for await (const stored of context.storage.list()) {
    some.push(stored);
    if (some.length === batchSize) await look();
  }
  await look();
};

/** Compares images and stored files in both directions, beside a running server. */
export const compareFiles = async (context: Pick<AppContext, 'db' | 'storage'>): Promise<FileReport> => {
  const report: FileReport = { images: 0, files: 0, bytes: 0, faults: [] };
  await checkRows(context, report);
  await checkFiles(context, report);
  return report;
};
