import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { renameAll } from '../../platform/storage/durable-files.ts';
import { checkOut } from './checkout.ts';
import type { Update } from './running.ts';

/** The parts of a checkout that are built, and not in its repository. */
export const built = ['node_modules', 'dist', '.node'];

const moves = (from: string, to: string) =>
  built
    .filter((name) => existsSync(path.join(from, name)))
    .map((name) => ({ from: path.join(from, name), to: path.join(to, name) }));

/** Puts the newer version into the folder of the service, or changes nothing. */
export const switchOver = async ({ machine, checkout, beside, before }: Update): Promise<void> => {
  const { folder } = machine;
  await rm(before, { recursive: true, force: true });
  await mkdir(before);
  await checkOut(folder, checkout.tag);
  try {
    await renameAll([...moves(folder, before), ...moves(beside, folder)]);
  } catch (error) {
    await checkOut(folder, checkout.former);
    throw error;
  }
};

/** Puts the former version back into the folder of the service. */
export const switchBack = async ({ machine, checkout, beside, before }: Update): Promise<void> => {
  const { folder } = machine;
  await checkOut(folder, checkout.former);
  await renameAll([...moves(folder, beside), ...moves(before, folder)]);
};

/** Puts the parts of the former version back, however far a switch had come. */
export const restoreParts = async ({
  machine,
  before,
}: Pick<Update, 'machine' | 'before'>): Promise<void> => {
  for (const { from, to } of moves(before, machine.folder)) {
    await rm(to, { recursive: true, force: true });
    await rename(from, to);
  }
};
