import { readFileSync, realpathSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../../command-error.ts';
import type { Settings } from '../../settings.ts';
import { at, type Machine, stateFolder, unitFile } from './machine.ts';

const source = 'deploy/circle.service';
/** The folder that the unit in `deploy/` names. */
const folderInSource = '/opt/circle';

const isInHome = (file: string): boolean => /^\/(?:home|root|run\/user)(?:\/|$)/.test(file);

const isBelow = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);

/** @throws CommandError for a folder, or a Node, that the unit keeps the service from reading */
export const assertReadable = ({ folder }: Machine): void => {
  if (!/^[\w./-]+$/.test(folder)) {
    throw new CommandError(
      `A service cannot run from ${folder}: clone Circle to /opt/circle, and call this there.`,
    );
  }
  if (isInHome(folder)) {
    throw new CommandError(
      `A service cannot read home folders: move ${folder} to /opt/circle, and call this there.`,
    );
  }
  const node = realpathSync(path.join(folder, 'node_modules/.bin/node'));
  if (isInHome(node)) {
    throw new CommandError(
      `A service cannot read ${node}: install Node for the whole machine, and start this again with it.`,
    );
  }
};

/** A path as systemd reads it. Circle starts without a folder that is away, such as one on an unplugged disk. */
const quoted = (file: string): string => `"-${file.replaceAll(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`;

/** Writes the unit of `deploy/` for a checkout, with leave to write to a folder of backups outside of the data. */
export const writeUnit = async (machine: Machine, { backup }: Settings): Promise<void> => {
  const text = readFileSync(path.join(machine.folder, source), 'utf8').replaceAll(
    folderInSource,
    machine.folder,
  );
  const unit =
    backup === null || isBelow(backup.folder, stateFolder)
      ? text
      : text.replace(/^UMask=.*$/m, (line) => `${line}\nReadWritePaths=${quoted(backup.folder)}`);
  const file = at(machine, unitFile);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, unit, { mode: 0o644 });
};
