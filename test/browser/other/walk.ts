import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeFirstLink } from '../../../server/features/invitations/first-link.ts';
import { landscapePhoto } from '../../harness/photos.ts';
import { password, TestServer } from '../../harness/test-server.ts';
import { button, type Driver, field, link } from './driver.ts';

const solve = (question: string): string => {
  const [, left = '', sign, right = ''] = /(\d+) ([+\-×]) (\d+)/.exec(question) ?? [];
  const [a, b] = [Number(left), Number(right)];
  return String(sign === '+' ? a + b : sign === '-' ? a - b : a * b);
};

/** The most important steps, as a person at the page does them; `done` gets each step that worked. */
const steps = async (driver: Driver, server: TestServer, folder: string, done: (step: string) => void) => {
  const photo = path.join(folder, 'lemons.jpg');
  await writeFile(photo, await landscapePhoto());

  await driver.goto((await makeFirstLink(server.app.context)) ?? '');
  await driver.press(button('^Join Circle'));
  await driver.type(field('^First name'), 'Ana');
  await driver.type(field('^Last name'), 'Silva');
  await driver.type(field('^E-mail'), 'ana@example.org');
  await driver.type(field('^Password'), password);
  await driver.type(field('^Confirm password'), password);
  await driver.type(field('what is'), solve(await driver.read({ css: 'label', name: 'what is' })));
  await driver.press(button('^Create account'));
  await driver.shows('Account created! Now sign in to complete setup');
  await server.mailsTo({ email: 'ana@example.org' });
  done('join');

  await driver.press({ css: 'form button[type=submit]', name: '^Sign in' });
  await driver.press(button('Created My Bookmark'));
  for (const step of ['^Skip$', '^Continue$', '^Skip$']) await driver.press(link(step));
  await driver.shows('^No posts yet$');
  done('sign in');

  await driver.press(link('^Circles$'));
  await driver.press(button('^Create New Circle$'));
  await driver.type({ css: '[role=dialog] input', name: '^Name' }, 'Family');
  await driver.press(button('^Create circle'));
  await driver.press(link('Family'));
  await driver.shows('^Nobody here yet$');
  done('circle');

  await driver.goto(`${server.url}/create-post`);
  await driver.choose({ css: 'input[type=file]' }, [photo]);
  await driver.type({ css: 'textarea', name: 'Caption' }, 'Eleven lemons');
  await driver.press({ css: 'label, [role=checkbox]', name: 'Family' });
  await driver.press(button('^Share with 1 circle'));
  await driver.shows('^Eleven lemons$');
  await driver.shows('^Your Feed$');
  await driver.read(button('^Open photo 1 of 1'));
  done('moment with a photo');

  await driver.press(button('^Like, 0 likes'));
  await driver.read(button('^Unlike, 1 like'));
  done('like');

  await driver.press(button('^Comments, 0'));
  await driver.type(field('Add a comment'), 'Save me three');
  await driver.press(button('^Send comment$'));
  await driver.shows('^Save me three$');
  // The server has it.
  await driver.read(button('^Answer '));
  done('comment');

  await driver.press(button('^Logout$'));
  await driver.press({ css: '[role=alertdialog] button', name: '^Logout$' });
  await driver.shows('^Login$|^Good to see you');
  done('sign out');
  assert.deepEqual(driver.complaints(), []);
};

/**
 * Does all steps in a fresh community.
 * @returns the completed steps, and the failure if there was one
 */
export const walk = async (driver: Driver): Promise<{ worked: string[]; trouble: unknown }> => {
  const server = await TestServer.open('sqlite');
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-walk-'));
  const worked: string[] = [];
  try {
    await steps(driver, server, folder, (step) => worked.push(step));
    await server.close();
    return { worked, trouble: null };
  } catch (trouble) {
    // Leaving a page during a request logs an error, which is expected here.
    await server.close().catch(() => undefined);
    return { worked, trouble };
  } finally {
    await driver.close();
    await rm(folder, { recursive: true, force: true });
  }
};
