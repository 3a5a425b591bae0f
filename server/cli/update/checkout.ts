import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { CommandError } from '../../command-error.ts';
import { mustRun, run } from '../service/machine.ts';
import { isNewer, newestOf } from './versions.ts';

const Package = z.object({ version: z.string() });

/** A checkout that can be brought to a newer version. */
export interface Checkout {
  folder: string;
  /** The commit or branch to go back to. */
  former: string;
  /** The tag of the newer version. */
  tag: string;
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

const git = (folder: string, ...words: string[]): Promise<string> => mustRun('git', ['-C', folder, ...words]);

/** The present version: of the newest tag that it includes, or else of package.json. */
const presentVersion = async (folder: string): Promise<string> => {
  const tagged = newestOf(linesOf(await git(folder, 'tag', '--merged', 'HEAD')));
  if (tagged !== null) return tagged;
  return Package.parse(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))).version;
};

/**
 * Fetches the tags of the checkout's own remote.
 * @throws CommandError for a checkout with changes, and where no version is newer than the present one
 */
export const findUpdate = async (folder: string): Promise<Checkout> => {
  if ((await run('git', ['-C', folder, 'rev-parse', '--git-dir'])).code !== 0) {
    throw new CommandError(`${folder} is no clone of a repository, so no newer version can be fetched.`);
  }
  const changed = linesOf(await git(folder, 'status', '--porcelain', '--untracked-files=no'));
  if (changed.length > 0) {
    throw new CommandError(
      `Files of this checkout were changed (${changed.length}): undo that first, with \`git status\` and \`git restore\`.`,
    );
  }
  const [remote] = linesOf(await git(folder, 'remote')).toSorted((a) => (a === 'origin' ? -1 : 1));
  if (remote === undefined) throw new CommandError('This checkout has no remote to fetch versions from.');
  await git(folder, 'fetch', '--quiet', '--tags', remote);
  const present = await presentVersion(folder);
  const tag = newestOf(linesOf(await git(folder, 'tag')));
  if (tag === null || !isNewer(tag, present)) {
    throw new CommandError(`No version is newer than ${present}, which is here.`);
  }
  if ((await run('git', ['-C', folder, 'merge-base', '--is-ancestor', 'HEAD', tag])).code !== 0) {
    throw new CommandError(`This checkout has commits that ${tag} does not have, so it would lose them.`);
  }
  const branch = await run('git', ['-C', folder, 'symbolic-ref', '--short', '--quiet', 'HEAD']);
  const former = branch.code === 0 ? branch.out : await git(folder, 'rev-parse', 'HEAD');
  return { folder, former, tag };
};

/** Puts the files of a version, or of the former one, into the checkout. */
export const checkOut = async (folder: string, version: string): Promise<void> => {
  await git(folder, 'checkout', '--quiet', version, '--');
};

/** Puts the files of the former version back, wherever a switch between the two was cut off. */
export const checkOutAnyway = async (folder: string, { former, tag }: Checkout): Promise<void> => {
  const gitFolder = await git(folder, 'rev-parse', '--absolute-git-dir');
  await rm(path.join(gitFolder, 'index.lock'), { force: true });
  // The tag first: files that only it has would stay as unknown ones.
  for (const version of [tag, former]) await git(folder, 'checkout', '--quiet', '--force', version, '--');
};

/** A folder beside the checkout with the files of the newer version. It replaces one that an update left behind. */
export const addBeside = async ({ folder, tag }: Checkout, beside: string): Promise<void> => {
  await removeBeside(folder, beside);
  await git(folder, 'worktree', 'add', '--quiet', '--detach', beside, tag);
};

export const removeBeside = async (folder: string, beside: string): Promise<void> => {
  // Twice: git locks one while it adds it, and an update may have been killed then.
  await run('git', ['-C', folder, 'worktree', 'remove', '--force', '--force', beside]);
  await run('git', ['-C', folder, 'worktree', 'unlock', beside]);
  await rm(beside, { recursive: true, force: true, maxRetries: 5 });
  await git(folder, 'worktree', 'prune');
};
