import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import * as circles from '../../contract/circles.ts';
import * as invitations from '../../contract/invitations.ts';
import * as reporting from '../../contract/reporting.ts';
import { fill } from '../../server/cli/demo/fill.ts';
import { recordDenial } from '../../server/features/auth/denial.ts';
import { languageOf } from '../../web/build/language.ts';
import { languages } from '../../web/words/languages.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { Person } from '../harness/person.ts';
import { TestServer } from '../harness/test-server.ts';
import { componentPages } from './components.ts';
import { letterPages } from './letters.ts';

/**
 * The viewers: a visitor, an active member, an administrator, a member without contacts, one who has to say whether
 * the account is theirs, and one who has to say whether they added these people.
 */
export type Who = 'visitor' | 'member' | 'admin' | 'empty' | 'claimed' | 'denied';

export interface Scene {
  who: Who;
  /** The line of the route map that the scene shows. */
  route: string;
  /** The URL, if the route has parameters. */
  at?: string;
  /** The steps before the picture is taken, and their name. */
  done?: { name: string; act: (page: Page) => Promise<void> };
}

export interface Stage {
  server: TestServer;
  people: Readonly<Record<Who, Person>>;
  scenes: readonly Scene[];
}

const password = 'eleven-lemons';

export const language = languageOf(process.env['APP_LANGUAGE']);
/** The texts of the scene's language. */
export const words = await languages[language]();

const arrivesAs = async (server: TestServer, name: string): Promise<Person> => {
  const person = new Person(name, server.url);
  await person.signIn(password);
  return person;
};

/** Presses the first button of this name, and waits for the dialog or menu that it opens. */
const press = (name: string | RegExp, opens: 'menu' | 'dialog') => async (page: Page) => {
  await page.getByRole('button', { name }).and(page.locator(':visible')).first().click();
  await page.getByRole(opens).first().waitFor();
};

/** For half a second these pages say that the viewer has to sign in. */
const sentOn: Scene['done'] = {
  name: 'sent on',
  act: (page) => page.waitForURL(/\/(?:auth|login|sign-?in)/),
};

const signedOut = (code: string): Scene[] => [
  ...['/', '/landing', '/auth', '/login', '/signin', '/sign-in', '/signup', '/register'].map(
    (route): Scene => ({ who: 'visitor', route }),
  ),
  ...[
    '/forgot-password',
    '/auth/reset-password',
    '/auth/confirm-email',
    '/auth/move',
    '/auth/not-me',
    '/join',
  ].map((route): Scene => ({ who: 'visitor', route })),
  ...['/square-subscribe', '/square-donate', '/test-scenarios', '/install'].map(
    (route): Scene => ({ who: 'visitor', route }),
  ),
  { who: 'visitor', route: '/installation-guide' },
  { who: 'visitor', route: '/all-profiles', done: sentOn },
  { who: 'visitor', route: '/profile', done: sentOn },
  { who: 'visitor', route: '/profile/:usernameOrId', at: '/profile/inesd', done: sentOn },
  { who: 'visitor', route: '/join/:code', at: `/join/${code}` },
  { who: 'visitor', route: '/join/:code', at: '/join/UNKNOWN' },
  { who: 'visitor', route: '/nowhere' },
  ...componentPages.map((at): Scene => ({ who: 'visitor', route: '/components/', at })),
  ...letterPages.map((at): Scene => ({ who: 'visitor', route: '/letters/', at })),
  {
    who: 'visitor',
    route: '/auth',
    done: { name: 'filled in badly', act: (page) => page.locator('form [type=submit]').click() },
  },
];

const choosePhotos = async (page: Page): Promise<void> => {
  const photo = { mimeType: 'image/jpeg', buffer: await landscapePhoto() };
  const files = [1, 2].map((at) => ({ ...photo, name: `${at}.jpg` }));
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page.getByText(words.compose.photos.ready, { exact: true }).nth(1).waitFor();
};

const openPhoto = async (page: Page): Promise<void> => {
  await choosePhotos(page);
  await page.locator('.print button').first().click();
  await page.getByRole('dialog').locator('img').waitFor();
};

const openReport = async (page: Page): Promise<void> => {
  await page.locator('.acts-cell button').first().click();
  await page.getByRole('dialog').waitFor();
};

const { account } = words;
const accountDialogs = [
  ['/my-account/sign-in', account.signIn.email],
  ['/my-account/sign-in', account.signIn.password],
  ['/my-account/sign-in', account.factors.app],
  ['/my-account/sign-in', account.factors.passkeys],
  ['/my-account/data', account.browser.title],
  ['/my-account/data', account.remove.open],
].map(
  ([route = '', name = '']): Scene => ({ who: 'member', route, done: { name, act: press(name, 'dialog') } }),
);

const inside = [
  '/',
  '/feed',
  '/create-post',
  '/create-album',
  '/import',
  '/camera',
  '/circles',
  '/notifications',
  '/my-account',
  '/my-account/by-mail',
  '/my-account/data',
  '/my-account/look',
  '/my-account/mails',
  '/my-account/plan',
  '/my-account/privacy',
  '/my-account/profile',
  '/my-account/reach',
  '/my-account/sign-in',
];
const around = ['/send-invitations', '/contacts', '/profile', '/all-profiles', '/verification'];
const apart = ['/square-subscribe', '/square-donate', '/auth-debug', '/test-scenarios', '/install'];
const administered = [
  '/admin/reports',
  '/admin/verifications',
  '/admin/members',
  '/admin/audit',
  '/admin/system',
];

const signedIn = (circleId: string, postId: string, memberId: string): Scene[] => [
  ...[...inside, ...around, ...apart, '/home', '/invite', '/installation-guide', '/join'].map(
    (route): Scene => ({ who: 'member', route }),
  ),
  { who: 'member', route: '/nowhere' },
  { who: 'member', route: '/admin/reports' },
  { who: 'member', route: '/', at: `/?circleId=${circleId}` },
  { who: 'member', route: '/post/:id', at: `/post/${postId}` },
  { who: 'member', route: '/post/:id', at: '/post/gone' },
  { who: 'member', route: '/profile/:usernameOrId', at: `/profile/${memberId}` },
  { who: 'member', route: '/search', at: '/search?q=the' },
  { who: 'member', route: '/photos' },
  { who: 'member', route: '/', at: '/?show=albums' },
  { who: 'member', route: '/on-its-way' },
  ...['moments', 'photos', 'albums', 'people', 'settings'].map(
    (room): Scene => ({
      who: 'member',
      route: '/circle-management',
      at: `/circle-management?id=${circleId}&tab=${room}`,
    }),
  ),
  { who: 'member', route: '/send-invitations', at: `/send-invitations?circleId=${circleId}` },
  ...accountDialogs,
  { who: 'member', route: '/create-post', done: { name: 'two photos', act: choosePhotos } },
  { who: 'member', route: '/create-post', done: { name: 'a photo', act: openPhoto } },
  {
    who: 'member',
    route: '/create-post',
    done: { name: 'audience', act: press(words.compose.circles.title, 'dialog') },
  },
  {
    who: 'admin',
    route: '/admin/reports',
    done: { name: 'review', act: openReport },
  },
  ...(['claimed', 'denied'] as const).map((who): Scene => ({ who, route: '*', at: '/' })),
  ...[...administered, '/admin/bug-reports'].map((route): Scene => ({ who: 'admin', route })),
  ...[
    'step=1',
    'step=2',
    'step=3',
    'show=mail',
    'show=mail-in',
    'show=backup',
    'show=handover',
    'show=key-sheets',
  ].map((part): Scene => ({ who: 'admin', route: '/admin/system', at: `/admin/system?${part}` })),
  ...[...inside, ...around, '/admin/reports'].map((route): Scene => ({ who: 'empty', route })),
  {
    who: 'member',
    route: '/',
    done: { name: 'menu of a moment', act: press(words.posts.card.options, 'menu') },
  },
  { who: 'member', route: '/', done: { name: 'bug report', act: press(words.shell.reportBug, 'dialog') } },
  {
    who: 'member',
    route: '/circles',
    done: { name: 'new circle', act: press(words.circles.create, 'dialog') },
  },
];

const compared = new Set([
  'visitor /',
  'visitor /auth filled in badly',
  'visitor /forgot-password',
  'visitor /install',
  'member /create-post audience',
  `member /my-account/sign-in ${account.signIn.password}`,
  'member / menu of a moment',
  'admin /admin/reports review',
  'empty /',
  'empty /circles',
]);
const comparedRoutes = new Set([
  '/',
  '/circle-management',
  '/circles',
  '/create-post',
  '/camera',
  '/import',
  '/my-account',
  '/my-account/privacy',
  '/my-account/reach',
  '/my-account/by-mail',
  '/notifications',
  '/photos',
  '/post/:id',
  '/search',
  '/send-invitations',
]);

/** Whether a scene is one of the most important pages and letters, which `--compared` takes in every language. */
export const isCompared = ({ who, route, at, done }: Scene): boolean =>
  at?.startsWith(`/letters/${language}/`) === true ||
  compared.has([who, at ?? route, ...(done ? [done.name] : [])].join(' ')) ||
  (who === 'member' && !done && comparedRoutes.has(route)) ||
  (who === 'admin' && at !== undefined && /show=(?:mail|handover)$/.test(at));

const minuteMs = 60_000;

/** Two members whose account has a question to its owner, after people were added and invited. */
const openQuestions = async (server: TestServer): Promise<[claimed: Person, denied: Person]> => {
  const [claimed, denied, ...friends] = await server.members('Kim', 'Hal', 'Ivy', 'Jan');
  for (const person of [claimed, denied]) {
    const family = await person.makesCircle('Family');
    for (const friend of friends) await person.adds(friend, family);
    await person.ask(invitations.sendInvite, { email: `gus-of-${person.email}` });
  }
  await server.app.context.db.write(async (tx) => {
    const users = tx.q.updateTable('users');
    await users.set({ claim_asked_at: Date.now() }).where('public_id', '=', claimed.id).execute();
    const { id } = await tx.q
      .selectFrom('users')
      .select('id')
      .where('public_id', '=', denied.id)
      .executeTakeFirstOrThrow();
    await recordDenial(tx, id, Date.now() - minuteMs);
  });
  return [claimed, denied];
};

/** The demo community, with a member who has no contacts; and every page of the route map. */
export const openStage = async (): Promise<Stage> => {
  const server = await TestServer.open('sqlite', { APP_LANGUAGE: language });
  await fill(server.app.context, password);
  const [member, admin, empty] = await Promise.all([
    arrivesAs(server, 'ines.duarte'),
    arrivesAs(server, 'nora.byrne'),
    server.member('Solo'),
  ]);
  const [claimed, denied] = await openQuestions(server);
  const guest = server.visitor('guest');
  await member.ask(invitations.sendInvite, { email: guest.email, message: 'Come and see.' });
  await server.app.context.jobs.idle();
  const code = server.mailbox.left
    .map((mail) => /\/join\/([A-Z0-9-]+)/.exec(mail.to === guest.email ? mail.text : '')?.[1])
    .find((found) => found !== undefined);
  assert.ok(code, 'no invitation came');
  const own = await member.ask(circles.list, {});
  const circle = own.find(({ isContacts }) => !isContacts);
  const { items } = await member.feed();
  const post = items.find(({ images }) => images.length > 2) ?? items[0];
  assert.ok(circle && post, 'the community is not as it was');
  await member.ask(reporting.create, {
    targetType: 'post',
    targetId: post.id,
    reportType: 'spam',
    reason: 'This is not from Maya.',
  });
  await server.app.context.jobs.idle();
  for (const { to } of server.mailbox.left) server.mailbox.take(to);
  const scenes = [...signedOut(code), ...signedIn(circle.id, post.id, post.authorId)];
  return { server, people: { visitor: guest, member, admin, empty, claimed, denied }, scenes };
};
