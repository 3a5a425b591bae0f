import { randomBytes } from 'node:crypto';
import { readFile, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Language } from '../../../contract/shapes.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import {
  codeOf,
  type Finding,
  type FindingWords,
  isWrong,
  ok,
  oneLine,
  wrong,
} from '../../platform/mail/findings.ts';
import { makeFolder, writeSynced } from '../../platform/storage/durable-files.ts';
import { newId } from '../../platform/text/ids.ts';
import { bytesInWords } from '../../words/bytes.ts';
import { wordsFor } from '../../words/reader.ts';
import { encryptFile } from '../system/backup/crypt.ts';
import { storedInTotal } from '../usage/storage.ts';
import { keptOf, settingsOf, type Typed } from './change.ts';
import { stepsOf, type Tried } from './try-mail.ts';

const trialBytes = 64 * 1024;
const roomFinding = async (
  { db }: Pick<AppContext, 'db'>,
  folder: string,
  { words, language }: { words: FindingWords; language: Language },
): Promise<Finding> => {
  const { bavail, bsize } = await statfs(folder);
  const { bytes } = await storedInTotal(db.read);
  const said = { free: bytesInWords(language, bavail * bsize), needed: bytesInWords(language, bytes) };
  return bavail * bsize > bytes ? ok('folder', words.room(said)) : wrong('folder', words.noRoom(said));
};

/** Writes a file as a backup is written, and reads it back. */
const trialFinding = async (
  folder: string,
  publicKey: string | null,
  words: FindingWords,
): Promise<Finding> => {
  const plain = path.join(folder, `trial-${newId()}`);
  const sealed = `${plain}.age`;
  try {
    const bytes = randomBytes(trialBytes);
    await writeSynced(plain, bytes);
    if (!bytes.equals(await readFile(plain))) return wrong('backup', words.noTrial({ said: 'EIO' }));
    if (publicKey !== null) await encryptFile(plain, sealed, publicKey);
    return ok('backup', publicKey === null ? words.trial : words.trialSealed);
  } catch (error) {
    return wrong('backup', words.noTrial({ said: oneLine(codeOf(error)) }));
  } finally {
    await rm(plain, { force: true });
    await rm(sealed, { force: true });
  }
};

/** Writes a small trial to the folder of the form. The first backup is made once the values are stored. */
export const tryBackup = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
  typed: Typed['backup'],
): Promise<Tried> => {
  const kept = keptOf.backup(typed, context.settings);
  settingsOf(kept, context.settings);
  const { folder, publicKey } = kept;
  const words = wordsFor(viewer).tries;
  try {
    await makeFolder(folder);
  } catch (error) {
    return stepsOf([wrong('folder', words.noFolder({ folder, code: codeOf(error) }))]);
  }
  const room = await roomFinding(context, folder, { words, language: viewer.language });
  const found = isWrong(room) ? [room] : [room, await trialFinding(folder, publicKey, words)];
  return stepsOf([ok('folder', words.folder({ folder })), ...found]);
};
