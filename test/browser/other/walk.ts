import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { landscapePhoto } from '../../harness/photos.ts';
import { password } from '../../harness/test-server.ts';
import { Machines, until } from '../../nodes/machines.ts';
import { OwnPostgres } from '../../nodes/own-postgres.ts';
import { button, type Driver, field, link } from './driver.ts';

const solve = (question: string): string => {
  const [, left = '', sign, right = ''] = /(\d+) ([+\-×]) (\d+)/.exec(question) ?? [];
  const [a, b] = [Number(left), Number(right)];
  return String(sign === '+' ? a + b : sign === '-' ? a - b : a * b);
};

/** The most important steps, as a person at the page does them; `done` gets each step that worked. */
const steps = async (
  driver: Driver,
  { all: [machine], mailbox }: Machines,
  folder: string,
  done: (step: string) => void,
) => {
  assert.ok(machine);
  let invitation = '';
  await until('the server names its first link', async () => {
    [invitation = ''] = machine.said.join(' ').match(/http\S+\/join\/\S+/) ?? [];
    return invitation !== '';
  });
  const photo = path.join(folder, 'lemons.jpg');
  await writeFile(photo, await landscapePhoto());

  await driver.goto(invitation);
  await driver.press(button('^Join Circle'));
  await driver.type(field('^First name'), 'Ana');
  await driver.type(field('^Last name'), 'Silva');
  await driver.type(field('^E-mail'), 'ana@example.org');
  await driver.type(field('^Password'), password);
  await driver.type(field('^Confirm password'), password);
  await driver.type(field('what is'), solve(await driver.read({ css: 'label', name: 'what is' })));
  await driver.press(button('^Create account'));
  await driver.shows('Account created! Now sign in to complete setup');
  await mailbox.arrival('ana@example.org');
  done('join');

  await driver.press({ css: 'form button[type=submit]', name: '^Sign in' });
  await driver.press(button('Created My Bookmark'));
  await driver.press(link('^Skip$'));
  // The settings move the link below them.
  await driver.shows('^Send a test mail to me$');
  await driver.press(link('^Continue$'));
  await driver.press(link('^Skip$'));
  await driver.shows('^No posts yet$');
  done('sign in');

  await driver.press(link('^Circles$'));
  await driver.press(button('^Create New Circle$'));
  await driver.type({ css: '[role=dialog] input', name: '^Name' }, 'Family');
  await driver.press(button('^Create circle'));
  await driver.press(link('Family'));
  await driver.shows('^Nobody here yet$');
  done('circle');

  await driver.goto(new URL('/create-post', invitation).href);
  await driver.choose({ css: 'input[type=file]' }, [photo]);
  // Its thumbnail moves the fields below it.
  await driver.shows('^Uploaded$');
  await driver.type({ css: 'textarea', name: 'Caption' }, 'Eleven lemons');
  await driver.press(button('^Who is it for'));
  await driver.press({ css: 'label, [role=checkbox]', name: 'Family' });
  await driver.press(button('^Done'));
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
  await driver.read(button('^Comment options$'));
  done('comment');

  await driver.goto(new URL('/create-post', invitation).href);
  await driver.press(button('^Voice$'));
  await driver.press(button('^Record$'));
  await driver.read({ css: 'b', name: '^0:0[5-9]$' });
  await driver.press(button('^Stop$'));
  await driver.press(button('^Add to moment$'));
  await driver.read({ css: 'textarea', name: '^What is said' });
  // The last audience is remembered.
  await driver.press(button('^Share with 1 circle'));
  await driver.shows('^Your Feed$');
  await driver.press(button('^Play voice from Ana Silva, 0:0'));
  await driver.read(button('^Pause voice from Ana Silva'));
  done('moment with a voice');

  await driver.goto(new URL('/create-post', invitation).href);
  await driver.choose({ css: 'input[type=file]' }, [photo]);
  // Its thumbnail moves the fields below it.
  await driver.shows('^Uploaded$');
  await driver.type({ css: 'textarea', name: 'Caption' }, 'Twelve lemons');
  // The last audience is remembered.
  await driver.read(button('^Family'));
  await machine.end('SIGKILL');
  await driver.press(button('^Share with 1 circle'));
  await driver.press(link('photo to Family · waiting for a connection'));
  await machine.start();
  await driver.goto(new URL('/on-its-way', invitation).href);
  await driver.shows('^Everything has arrived.$');
  await driver.press(link('^Home$'));
  await driver.shows('^Twelve lemons$');
  done('moment while the server is away');

  await driver.press(button('^Logout$'));
  await driver.press({ css: '[role=alertdialog] button', name: '^Logout$' });
  await driver.shows('^Login$|^Good to see you');
  done('sign out');
  // Leaving a page and stopping the server end requests for code that is loaded early.
  const isExpected = (complaint: string) =>
    /dynamically imported module|ServiceWorker script/.test(complaint);
  assert.deepEqual(
    driver.complaints().filter((complaint) => !isExpected(complaint)),
    [],
  );
};

/**
 * Does all steps in a fresh community.
 * @returns the completed steps, and the failure if there was one
 */
export const walk = async (driver: Driver): Promise<{ worked: string[]; trouble: unknown }> => {
  const postgres = await OwnPostgres.open();
  const machines = await Machines.open({ count: 1, postgres: postgres.url, environment: { PUBLIC_URL: '' } });
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-walk-'));
  const worked: string[] = [];
  try {
    await steps(driver, machines, folder, (step) => worked.push(step));
    return { worked, trouble: null };
  } catch (trouble) {
    return { worked, trouble };
  } finally {
    await driver.close();
    await machines.close();
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
};
