import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { newToken } from '../text/ids.ts';
import type { Database, Queries, Tx } from './database.ts';

/** A secret of this installation, generated at its first use and shared by all nodes. */
export const secretOf = async (db: Database, name: string): Promise<string> => {
  const known = await db.read
    .selectFrom('meta')
    .select('value')
    .where('key', '=', `secret:${name}`)
    .executeTakeFirst();
  if (known) return known.value;
  return db.write(async ({ q }) => {
    await q
      .insertInto('meta')
      .values({ key: `secret:${name}`, value: newToken() })
      .onConflict((on) => on.doNothing())
      .execute();
    const { value } = await q
      .selectFrom('meta')
      .select('value')
      .where('key', '=', `secret:${name}`)
      .executeTakeFirstOrThrow();
    return value;
  });
};

export interface Seal {
  /** Encrypts a text for the row that `label` names. */
  close(label: string, text: string): string;
  /** @throws for a text that was not sealed here for this label */
  open(label: string, sealed: string): string;
}

/**
 * Encrypts secrets that are stored, so that a leaked row, query or log does not reveal them. A thief of the whole database
 * has the key as well.
 */
export const sealOf = async (db: Database, name: string): Promise<Seal> => {
  const key = Buffer.from(hkdfSync('sha256', await secretOf(db, name), '', name, 32));
  return {
    close: (label, text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (label, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(label))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
};

const prefix = 'settings:';

/** The row of `meta` with the sealed values that administrators set for a group. */
export const settingRow = (group: string): string => `${prefix}${group}`;

/**
 * Backups leave these rows out: a copy of the place that is started elsewhere must neither send mails by its account nor
 * take mails from its mailbox, and a stolen backup must not tell its passwords.
 */
export const isSettingRow = (key: unknown): boolean => typeof key === 'string' && key.startsWith(prefix);

/** The sealed values by their groups. */
export const readSettingRows = async (q: Queries): Promise<ReadonlyMap<string, string>> => {
  const rows = await q
    .selectFrom('meta')
    .select(['key', 'value'])
    .where('key', 'like', `${prefix}%`)
    .execute();
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), value]));
};

/** Stores the sealed values of a group; null deletes them. */
export const writeSettingRow = async ({ q }: Tx, group: string, value: string | null): Promise<void> => {
  const key = settingRow(group);
  if (value === null) await q.deleteFrom('meta').where('key', '=', key).execute();
  else
    await q
      .insertInto('meta')
      .values({ key, value })
      .onConflict((on) => on.column('key').doUpdateSet({ value }))
      .execute();
};
