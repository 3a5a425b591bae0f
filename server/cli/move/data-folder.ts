import { mkdirSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { sourcesIn } from '../../features/media/full-copy.ts';
import { addToLedger, ledgerName, readLedger } from '../../features/system/backup/ledger.ts';
import { knownNodeId, takeOverNodeId } from '../../platform/jobs/node-id.ts';
import { unlessMissing } from '../../platform/storage/durable-files.ts';
import { CommandError } from '../../command-error.ts';

/** @throws CommandError for a folder that another node of the same installation works in */
export const mustNotBeAnotherNode = (from: string, into: string): void => {
  const [old, other] = [knownNodeId(from), knownNodeId(into)];
  if (other === null || other === old) return;
  throw new CommandError(`${into} is the data folder of another node. Name an empty one as DATA_DIR.`);
};

/**
 * Uploads whose full-size copies are not made yet lie in the data folder alone, and the jobs that make them name it. So
 * the new folder takes over its name and them. It also gets the ledger of deletions.
 * @returns how many uploads went along
 */
export const carryDataFolder = async (from: string, into: string): Promise<number> => {
  const [fromTmp, intoTmp] = [path.join(from, 'tmp'), path.join(into, 'tmp')];
  const names = (await unlessMissing(sourcesIn(fromTmp))) ?? [];
  mkdirSync(intoTmp, { recursive: true });
  for (const name of names) {
    const temporary = path.join(intoTmp, `moving-${name}`);
    await copyFile(path.join(fromTmp, name), temporary);
    await rename(temporary, path.join(intoTmp, name));
  }
  const deletions = await readLedger(path.join(from, ledgerName));
  if (deletions !== null) await addToLedger(deletions, path.join(into, ledgerName));
  const nodeId = knownNodeId(from);
  if (nodeId !== null) takeOverNodeId(into, nodeId);
  return names.length;
};
