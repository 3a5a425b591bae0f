import { open, readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { CommandError } from '../../../command-error.ts';
import { syncFolder, unlessMissing } from '../../../platform/storage/durable-files.ts';
import path from 'node:path';
import type { Database } from '../../../platform/db/database.ts';
import { deletedMembers } from '../../audit/deleted-members.ts';
import { findHeld } from '../../media/remove.ts';
import { findNarrowings } from '../../posts/taken-back.ts';
import { lockFile } from './folder/lock.ts';

const id = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** A deletion, or a post that was taken back `from` a circle or a member. */
const Deletion = z.union([
  z.object({ kind: z.enum(['member', 'circle', 'post', 'comment', 'photo']), id, at: z.int() }),
  z.object({ kind: z.enum(['post_circle', 'post_reader']), id, from: id, at: z.int() }),
]);
export type Deletion = z.infer<typeof Deletion>;

/** Its name in the folder of the backups: it has to survive the database that it tells of. */
export const ledgerName = 'deletions.jsonl';

const keyOf = (one: Deletion): string => [one.kind, one.id, 'from' in one ? one.from : ''].join(' ');

/** Everything that was deleted or taken back here, as far as this database knows: ids and times alone. */
const deletionsOf = async (db: Database): Promise<Deletion[]> => {
  const members = await deletedMembers(db.read);
  const others = await db.read
    .selectFrom('deletions')
    .select(['kind', 'public_id', 'at'])
    .orderBy('id')
    .execute();
  return [
    ...members.map((member) => ({ kind: 'member' as const, ...member })),
    ...others.map((row) => ({ kind: row.kind, id: row.public_id, at: row.at })),
    // Their rows go with the report.
    ...(await findHeld(db.read)).map((image) => ({ kind: 'photo' as const, ...image })),
    ...(await findNarrowings(db.read)),
  ];
};

/** Reads a ledger. A crash may have cut off its last line; any other line must be complete. @throws CommandError */
export const readLedger = async (file: string): Promise<Deletion[] | null> => {
  const text = await unlessMissing(readFile(file, 'utf8'));
  if (text === null) return null;
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line, at) => {
    try {
      const value: unknown = JSON.parse(line);
      return Deletion.parse(value);
    } catch {
      throw new CommandError(`${file} is no ledger of deletions: line ${at + 1} cannot be read.`);
    }
  });
};

/**
 * Appends missing deletions to a ledger. The ledger has its own lock, so that a long backup does not delay it.
 * @returns the number of lines
 * @throws CommandError while another run writes it
 */
export const addToLedger = async (deletions: readonly Deletion[], file: string): Promise<number> => {
  await using _held = await lockFile(
    `${file}.lock`,
    `Another run writes ${file}, or one broke off a moment ago. Try again in five minutes.`,
  );
  const known = new Set((await readLedger(file))?.map(keyOf));
  const news = deletions.filter((deletion) => !known.has(keyOf(deletion)));
  await using handle = await open(file, 'a', 0o600);
  await handle.truncate(await wholeLines(file));
  if (news.length > 0) {
    await handle.appendFile(news.map((deletion) => `${JSON.stringify(deletion)}\n`).join(''));
    await handle.sync();
  }
  await syncFolder(path.dirname(file));
  return news.length;
};

/** Adds to a ledger what this database knows of deletions. @returns the number of lines. @throws as `addToLedger` */
export const keepLedger = async (db: Database, file: string): Promise<number> =>
  addToLedger(await deletionsOf(db), file);

// Bytes of a ledger without a last line that a crash cut off.
const wholeLines = async (file: string): Promise<number> => (await readFile(file)).lastIndexOf('\n') + 1;
