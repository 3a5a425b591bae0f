import { areWordsStale, build, compileWords, staleTargets } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { ensureNode, isNodeReady, linkNode, otherNode } from './node.mjs';
import { linkPostgres } from './postgres.mjs';
import { Refusal } from './run.mjs';

// --build stands for both the server and the web app, --test for the tools and PostgreSQL.
const known = ['--build', '--server', '--tools', '--test', '--chromium'];

const makeReady = async (wants) => {
  const stranger = wants.find((word) => !known.includes(word));
  if (stranger) throw new Refusal(`bootstrap: ${stranger} is not one of ${known.join(', ')}.`);

  const wanted = wants.includes('--build') ? ['server', 'web'] : wants.includes('--server') ? ['server'] : [];
  const packages = { tools: wants.includes('--tools') || wants.includes('--test') };
  let isNewNode = false;
  if (!isInstalled(packages) || !isNodeReady() || areWordsStale() || staleTargets(wanted).length > 0) {
    await withLock(async () => {
      // Looked at again inside the lock: another start may have done the work while this one waited.
      isNewNode = await ensureNode();
      if (!isInstalled(packages)) await install(packages);
      linkNode();
      await compileWords();
      await build(staleTargets(wanted));
    });
  }
  if (wants.includes('--test')) linkPostgres();
  if (wants.includes('--chromium')) await ensureChromium();
  return otherNode(isNewNode);
};

/**
 * Does the missing steps, or exits with one line on what failed.
 * @returns the Node that has to continue in place of this process, or null where this one is it
 */
export const prepare = async (wants) => {
  try {
    return await makeReady(wants);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return process.exit(1);
  }
};
