import { constants, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { Resolver } from 'node:dns/promises';
import path from 'node:path';
import type { Logger } from '../log.ts';
import { caged } from '../processes/cage.ts';
import { createPool, PoolError } from '../processes/pool.ts';
import { programFile } from '../programs.ts';
import { type IncomingMail, MailUnreadable } from './incoming-mail.ts';
import { Answer } from './read/answer.ts';
import { mailLimits } from './read/limits.ts';
import type { KeyRecords, Order } from './read/order.ts';

/** Looks up the TXT records of a name, like `resolveTxt` of `node:dns/promises`. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

export interface MailReader {
  /**
   * Reads a mail in a process that can do nothing else.
   * @param party the member whose mail it seems to be; parties take turns.
   * @throws MailUnreadable when it cannot be read, or exceeds a limit: the same mail fails again
   * @throws Error when no process could read it now, or the reader is closed
   */
  read(raw: Buffer, party: string): Promise<IncomingMail>;
  /** The process ids of the processes that run now; none in quiet times. */
  readonly pids: number[];
  close(): Promise<void>;
}

const dnsTimeoutMs = 5_000;
/** A key of 4096 bits takes less than a thousand characters. */
const maxRecordLength = 4_096;

const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 1 });

/** Errors which say that there is no such record, or no such name, rather than that nothing answered. */
const missingCodes: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && missingCodes.has(error.code);

/** The key record of a name, if there is exactly one; null where DNS failed. */
const lookUp = async (name: string, resolveTxt: ResolveTxt): Promise<string[] | null> => {
  try {
    const records = (await resolveTxt(name)).map((pieces) => pieces.join(''));
    const [record, ...more] = records.filter((text) => text.includes('p='));
    return record === undefined || more.length > 0 || record.length > maxRecordLength ? [] : [record];
  } catch (error) {
    return isMissing(error) ? [] : null;
  }
};

const readPhoto = async (file: string): Promise<Buffer> => {
  // A process that was taken over may have left a link there.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = await handle.stat();
    if (size > mailLimits.bytes) throw new MailUnreadable('a photo is larger than its mail');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
};

/**
 * Makes the reader of received mails, with a pool of one caged process. A mail is read in two steps, because that
 * process cannot use DNS: it says which keys it needs, this process looks them up, and it reads the mail with them.
 */
export const createMailReader = ({
  tmpDir,
  trust,
  log,
  resolveTxt = (name) => resolver.resolveTxt(name),
}: {
  tmpDir: string;
  /** The mail server whose `Authentication-Results` count now. */
  trust: () => string | null;
  log?: Pick<Logger, 'warn'>;
  resolveTxt?: ResolveTxt;
}): MailReader => {
  const folder = path.join(realpathSync(tmpDir), 'mails');
  // Several commands of the operator may start concurrently with the same folder.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Remains of an earlier run.
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true, force: true });
  const pool = createPool({
    module: programFile('mails'),
    ...caged(folder),
    size: 1,
    perParty: { running: 1, waiting: 20 },
  });

  const ask = async (order: Order, party: string): Promise<Answer> => {
    try {
      return Answer.parse(await pool.run(order, { party }));
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
      const { reason } = error;
      if (reason !== 'closed') log?.warn({ reason, detail: error.message }, 'mail process');
      // The mail took too much memory or processor time, and would again.
      const isMail = (reason === 'died' || reason === 'late') && !error.isKilled;
      if (isMail) throw new MailUnreadable(`the process ${reason}`, { cause: error });
      throw error;
    }
  };

  /** @throws MailUnreadable */
  const answered = (answer: Answer): Exclude<Answer, { unreadable: string } | { failed: string }> => {
    if ('unreadable' in answer) throw new MailUnreadable(answer.unreadable);
    if ('failed' in answer) throw new Error(`A mail was not read: ${answer.failed}`);
    return answer;
  };

  const findRecords = async (names: readonly string[]): Promise<KeyRecords> =>
    Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await lookUp(name, resolveTxt)] as const)),
    );

  return {
    async read(raw, party) {
      if (raw.length > mailLimits.bytes) throw new MailUnreadable('too large');
      const own = await mkdtemp(path.join(folder, 'm'));
      try {
        const [mail, photos] = [path.join(own, 'mail'), path.join(own, 'photo')];
        await writeFile(mail, raw);
        const asked = answered(await ask({ mail, photos, trust: trust(), records: null }, party));
        if (!('names' in asked)) throw new Error('The mail process named no keys.');
        const records = await findRecords(asked.names);
        const read = answered(await ask({ mail, photos, trust: trust(), records }, party));
        if (!('mail' in read)) throw new Error('The mail process read no mail.');
        const sent = await Promise.all(
          read.mail.photos.map(async ({ isQuoted, ...photo }, index) => ({
            isQuoted,
            photo: { ...photo, bytes: await readPhoto(`${photos}${index}`) },
          })),
        );
        const { sound } = read.mail;
        return {
          ...read.mail,
          sound: sound && { ...sound, bytes: await readPhoto(`${photos}-sound`) },
          photos: sent.flatMap(({ isQuoted, photo }) => (isQuoted ? [] : photo)),
          forwardedPhotos: sent.flatMap(({ isQuoted, photo }) => (isQuoted ? photo : [])),
        };
      } finally {
        await rm(own, { recursive: true, force: true });
      }
    },

    get pids() {
      return pool.pids;
    },

    close: () => pool.close(),
  };
};
