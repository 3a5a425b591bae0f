import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Refusal, run } from './run.mjs';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];

const places = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  linux: ['/usr/bin', '/usr/local/bin'].flatMap((folder) => names.map((name) => `${folder}/${name}`)),
  win32: [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ]),
};

const onPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)));

// Some systems have a `chromium` that only says how to install one, so it is asked for its version. Not on
// Windows, where that would open a window.
const works = (path) => {
  if (!existsSync(path)) return false;
  if (process.platform === 'win32') return true;
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  return spawnSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0;
};

/** The path of a Chromium (or Chrome, or Edge) that runs here, or null. `CHROMIUM_PATH` goes before all. */
export const findChromium = () => {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return works(chosen) ? chosen : null;
  return [...(places[process.platform] ?? []), ...onPath()].find(works) ?? null;
};

/**
 * The path of a Chromium without windows beside the one that was found, or null: it takes a fifth less of the
 * processor, and shows no notifications.
 */
export const findChromiumShell = () => {
  if (process.env.CHROMIUM_PATH) return null;
  // The program itself: as child of Debian's script in /usr/bin it would outlive it.
  const shell = '/usr/lib/chromium/chromium-headless-shell';
  return process.platform === 'linux' && works(shell) ? shell : null;
};

const installPackage = async (name, otherwise) => {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, otherwise });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, otherwise });
};

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Takes a package where the system has it and we may. Without it the tests run, too. */
const addPackage = async (name, why, otherwise) => {
  if (!mayInstall() || spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status !== 0) return;
  console.log(`Installing ${name} ${why} …`);
  try {
    await installPackage(name, `npm test: ${name} could not be installed; ${otherwise}.`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.warn(error.message);
  }
};

const addShell = async () => {
  if (process.env.CHROMIUM_PATH || findChromiumShell()) return;
  await addPackage('chromium-headless-shell', 'for most browser tests', 'the tests take longer');
};

/** Pebble is the certificate authority of some tests. */
const addPebble = async () => {
  if (spawnSync('pebble', ['-h'], { stdio: 'ignore' }).error === undefined) return;
  await addPackage('pebble', 'for tests of certificates', 'the tests of certificates are left out');
};

/** Makes sure that there is a Chromium: takes Debian's when we may, and refuses in one line when we may not. */
export const ensureChromium = async () => {
  await addChromium();
  await addShell();
  await addPebble();
};

const addChromium = async () => {
  if (findChromium()) return;
  if (process.env.CHROMIUM_PATH) {
    throw new Refusal(
      `npm test: CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, and no browser runs from there.`,
    );
  }
  const missing =
    'npm test: the browser tests need Chromium; please install it, or name one in CHROMIUM_PATH.';
  if (!mayInstall()) throw new Refusal(missing);
  console.log('Installing Chromium for the browser tests …');
  await installPackage('chromium', missing);
  if (!findChromium()) throw new Refusal(missing);
};
