import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { createServer } from '../../../server/app.ts';
import { createLog } from '../../../server/platform/log.ts';
import { readSettings } from '../../../server/settings.ts';
import { chooseAudience, openBrowser } from '../../browser/browser.ts';
import { TestServer } from '../../harness/test-server.ts';
import { closeShared } from '../../runner/shared.ts';
import { root } from '../../setup/sources.ts';
import type { Part, Row } from './rows.ts';

/** Words of a page, and of the shell that every page shares. */
const changes = [
  { file: 'dist/words/en/contacts.ts', from: 'title: `Contacts`', to: 'title: `Kith and kin`' },
  { file: 'dist/words/en/shell.ts', from: 'home: `Home`', to: 'home: `Hearth`' },
];

/** Builds the web app from these sources with other words, as an update does, without the files of the build before. */
const buildNext = async (folder: string): Promise<string> => {
  const sources = path.join(folder, 'sources');
  const names = [
    'web',
    'contract',
    'dist/words',
    'vite.config.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ];
  for (const name of names) await cp(path.join(root, name), path.join(sources, name), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(sources, 'node_modules'));
  for (const { file, from, to } of changes) {
    const before = await readFile(path.join(sources, file), 'utf8');
    assert.ok(before.includes(from), `${file} has no ${from}`);
    await writeFile(path.join(sources, file), before.replace(from, to));
  }
  const built = path.join(folder, 'web');
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', built, '--logLevel', 'warn'], {
    cwd: sources,
    env: { ...process.env, NODE_ENV: 'production', APP_LANGUAGE: 'en' },
  });
  return built;
};

const opens = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name }).first().click();

/** Three tabs of the former version: one keeps the whole app, as a phone does, and two do not. */
interface Tabs {
  kept: Page;
  home: Page;
  composer: Page;
}

/** Takes the tabs through an update; `done` gets each step that worked. */
const steps = async (
  { kept, home, composer }: Tabs,
  update: () => Promise<void>,
  done: (step: string) => void,
): Promise<void> => {
  const loads: string[] = [];
  home.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await home.goto('/');
  await home.getByText('Lemons at noon').waitFor();
  await composer.goto('/create-post');
  await composer.getByLabel('Caption').fill('Half a story');
  await kept.goto('/');
  await kept.evaluate(() => navigator.serviceWorker.ready.then(({ scope }) => scope));

  await update();
  await opens(home, 'Contacts');
  await home.getByRole('heading', { name: 'Kith and kin', level: 1 }).waitFor();
  assert.deepEqual(loads, ['/', '/contacts']);
  done('the wanted page opens in the new version with one reload');

  await composer.getByLabel('Caption').pressSequentially(', told on');
  await chooseAudience(composer, 'Family');
  await composer.getByRole('button', { name: 'Share with 1 circle' }).click();
  await composer.getByText('Moment shared', { exact: true }).waitFor();
  await composer.getByText('Half a story, told on').waitFor();
  done('what was begun in the former version is shared');

  await opens(kept, 'Contacts');
  await kept.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
  done('a browser that keeps the app opens pages of the former version');
  await kept.addInitScript(() => {
    const newWorker = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve),
    );
    Object.assign(window, { newWorker });
  });
  await kept.goto('/');
  await kept.evaluate(async () => {
    await Reflect.get(window, 'newWorker');
  });
  await opens(kept, 'Circles');
  await kept.getByRole('link', { name: 'Family' }).waitFor();
  await kept.goto('/');
  await kept.getByRole('navigation').getByRole('link', { name: 'Hearth' }).first().waitFor();
  done('the next time it opens the new version');
  await kept.context().setOffline(true);
  await opens(kept, 'Contacts');
  await kept.getByRole('heading', { name: 'Kith and kin', level: 1 }).waitFor();
  done('without a connection too');
};

const rehearse = async (): Promise<{ worked: string[]; trouble: unknown }> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-update-'));
  const worked: string[] = [];
  const former = await TestServer.open('sqlite');
  const browser = await openBrowser();
  let close = () => former.app.close();
  try {
    const webFolder = await buildNext(folder);
    const ana = await former.member('Ana');
    await ana.posts('Lemons at noon', { to: await ana.makesCircle('Family') });
    const cookies = (ana.cookie ?? '').split('; ').map((pair) => pair.split('='));
    const openContext = async (serviceWorkers: 'allow' | 'block') => {
      const context = await browser.newContext({ baseURL: former.url, locale: 'en-GB', serviceWorkers });
      await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: former.url })));
      return context;
    };
    const context = await openContext('block');
    const tabs = {
      kept: await (await openContext('allow')).newPage(),
      home: await context.newPage(),
      composer: await context.newPage(),
    };
    const update = async () => {
      await close();
      const next = await createServer(readSettings(former.environment), createLog('silent'), { webFolder });
      close = () => next.close();
      await next.listen();
    };
    await steps(tabs, update, (step) => worked.push(step));
    return { worked, trouble: null };
  } catch (trouble) {
    return { worked, trouble };
  } finally {
    await browser.close();
    await close();
    await closeShared();
    await former.mailbox.close();
    await rm(former.dataDir, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
};

const row = {
  what: 'an update of the web app, two real builds one after the other, with tabs of the first one open',
  inTests: 'missing code of one page',
};

export const update: Part = {
  name: 'update',
  rows: [row],
  run: async (): Promise<Row[]> => {
    const { worked, trouble } = await rehearse();
    if (trouble) console.log(trouble);
    return [{ ...row, figure: worked.join(', '), holds: trouble === null }];
  },
};
