import * as account from '../../../../contract/account.ts';
import * as auth from '../../../../contract/auth.ts';
import * as blocking from '../../../../contract/blocking.ts';
import * as circles from '../../../../contract/circles.ts';
import * as comments from '../../../../contract/comments.ts';
import { type Endpoint, pathParameters } from '../../../../contract/endpoint.ts';
import { endpoints } from '../../../../contract/endpoints.ts';
import * as likes from '../../../../contract/likes.ts';
import * as members from '../../../../contract/members.ts';
import * as posts from '../../../../contract/posts.ts';
import { type Actor, password } from '../actor.ts';
import { drawPhoto } from '../drawn-photo.ts';
import type { CategoryScenarios, Findings } from '../scenario.ts';

const nobody = '0'.repeat(32);
const all = (statuses: readonly number[], wanted: number) => statuses.every((status) => status === wanted);

/** Calls endpoints that must be refused with this status, for objects that never were. */
const isRefused = async (
  who: Actor,
  status: number,
  of: (endpoint: Endpoint) => boolean,
  { expect }: Findings,
): Promise<void> => {
  for (const [name, endpoint] of endpoints) {
    if (!of(endpoint)) continue;
    const ids = Object.fromEntries(pathParameters(endpoint.path).map((parameter) => [parameter, nobody]));
    const answer = await who.call(endpoint, ids);
    expect(answer.status === status, `${name} answers ${answer.status} instead of ${status}.`);
  }
};

export const security: CategoryScenarios = {
  'stranger-at-the-door': {
    name: 'A stranger at every door of a moment',
    description: 'Somebody in no circle asks for a moment by id, by photo, in lists and by its comments.',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const [family, ana, ben] = await stage.family('Ana', 'Ben');
      const eve = await stage.person('Eve');
      const post = await ana.posts('Quincewater', { to: family, photos: [drawPhoto()] });
      expect(all(await ben.triesToSee(post), 200), 'A member of the circle does not see the moment.');
      expect(all(await eve.triesToSee(post), 404), 'A stranger gets something else than 404.');
      expect(!(await eve.findsAnywhere('Quincewater', ana)), 'A stranger finds the moment in a list.');
    },
  },
  'visitor-without-session': {
    name: 'Every member’s door, without a session',
    description: 'Calls each endpoint that asks for a session as a visitor.',
    priority: 'critical',
    act: (stage, findings) =>
      isRefused(stage.visitor(), 401, ({ credential }) => credential !== 'anyone', findings),
  },
  'member-at-admin-doors': {
    name: 'An administrator’s doors, as a member',
    description: 'A member calls everything that only administrators may.',
    priority: 'critical',
    act: async (stage, findings) =>
      isRefused(await stage.person('Ana'), 403, ({ credential }) => credential === 'admin', findings),
  },
  'removed-from-circle': {
    name: 'Removed, and looking again',
    description: 'A member is taken out of a circle and asks for what they saw a moment ago.',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const [family, ana, ben] = await stage.family('Ana', 'Ben');
      const post = await ana.posts('Marzipan', { to: family, photos: [drawPhoto()] });
      expect(all(await ben.triesToSee(post), 200), 'The member did not see it before.');
      await ana.removes(ben, family);
      expect(all(await ben.triesToSee(post), 404), 'The removed member still sees it.');
      expect(!(await ben.findsAnywhere('Marzipan', ana)), 'The removed member finds it in a list.');
    },
  },
  'blocked-both-ways': {
    name: 'Blocked, both ways',
    description: 'After a block neither finds the other, in the profile, the search or the feed.',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const [family, ana, ben] = await stage.family('Ana', 'Ben');
      const post = await ana.posts('Elderflower', { to: family });
      await ben.ask(blocking.block, { id: ana.id });
      const statuses = [
        (await ana.call(members.profile, { usernameOrId: ben.id })).status,
        (await ben.call(members.profile, { usernameOrId: ana.id })).status,
        ...(await ben.triesToSee(post)),
      ];
      expect(all(statuses, 404), 'Who blocked still sees the moment, or a profile opens.');
    },
  },
  'name-rule': {
    name: 'Read a stranger’s profile',
    description: 'A viewer who was never added asks for e-mail, bio and picture.',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const [street, ana] = await stage.family('Ana');
      const eve = await stage.person('Eve');
      await ana.ask(account.edit, { bio: 'Keeps bees behind the school' });
      for (const [endpoint, input] of [
        [members.profile, { usernameOrId: ana.id }],
        [members.directory, {}],
        [members.search, { q: 'Ana' }],
      ] as const) {
        const { text } = await eve.call(endpoint, input);
        const isHidden = !text.includes('Keeps bees') && !text.includes(ana.email);
        expect(isHidden, `Bio or e-mail stand in ${endpoint.path}.`);
      }
      await ana.adds(eve, street);
      const { bio } = await eve.ask(members.profile, { usernameOrId: ana.id });
      expect(bio !== null, 'Being added does not open the profile.', 'medium');
    },
  },
  'comments-keep-to-circles': {
    name: 'Two sides of a family',
    description: 'A moment goes to two circles; neither side reads the comments of the other.',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const [left, ana, mum] = await stage.family('Ana', 'Mum');
      const dad = await stage.person('Dad');
      const right = await ana.makesCircle('Dad’s side');
      await ana.adds(dad, right);
      const post = await ana.posts('Both of you', { to: [left, right] });
      await mum.comments(post, 'Only for the left side');
      const { text } = await dad.call(comments.list, { id: post.id });
      expect(!text.includes('Only for the left side'), 'The other side reads the comment.');
      const seen = await dad.ask(posts.get, { id: post.id });
      expect(seen.commentsCount === 0, 'The number of comments tells of the other side.');
    },
  },
  'private-circle-unknown': {
    name: 'A private circle stays unknown',
    description: 'Whoever is in somebody’s private list learns neither its name nor who else is in it.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [ana, ben] = [await stage.person('Ana'), await stage.person('Ben')];
      const circle = await ana.makesCircle('Hush-hush', { kind: 'private' });
      await ana.adds(ben, circle);
      await ana.posts('For a few', { to: circle });
      expect(await ben.findsAnywhere('For a few', ana), 'The moment did not arrive.', 'medium');
      expect(!(await ben.findsAnywhere('Hush-hush', ana)), 'The name of the private circle is told.');
      const { status } = await ben.call(circles.get, { id: circle.id });
      expect(status === 404, `The circle itself answers ${status}.`);
    },
  },
  'hidden-and-absent-alike': {
    name: 'Hidden looks like absent',
    description: 'The answer for a moment out of sight is the same as for one that never was.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [family, ana] = await stage.family('Ana');
      const eve = await stage.person('Eve');
      const { id } = await ana.posts('Unseen', { to: family });
      for (const endpoint of [posts.get, comments.list, likes.liked]) {
        const [hidden, absent] = [await eve.call(endpoint, { id }), await eve.call(endpoint, { id: nobody })];
        const isAlike = hidden.status === absent.status && hidden.text === absent.text;
        expect(isAlike, `${endpoint.path} tells hidden from absent.`);
      }
    },
  },
  'foreign-origin': {
    name: 'A form on another site',
    description: 'A signed-in browser is made to send requests by a page elsewhere.',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const { status } = await ana.request('POST', '/api/circles', { json: { name: 'Forged' }, headers });
        expect(status === 403, `A request from elsewhere got ${status}.`);
      }
      expect((await ana.ask(circles.list, {})).length === 1, 'It made a circle all the same.');
    },
  },
  'stolen-session': {
    name: 'A stolen session',
    description: 'A copied cookie works until its owner changes the password, and not after.',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const thief = stage.visitor();
      thief.cookie = ana.cookie;
      await ana.signIn(password);
      await ana.ask(account.changePassword, { currentPassword: password, password: 'four-returned-ladders' });
      const { status } = await thief.call(auth.currentUser);
      expect(status === 401, `The copied cookie still gets ${status}.`);
    },
  },
  'photo-secrets': {
    name: 'Data inside a photo',
    description: 'A photo with a text hidden in it is stored; the text is gone from every size.',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const [family, ana] = await stage.family('Ana');
      const secret = 'GPS 38.7223 -9.1393';
      const photos = [drawPhoto(600, 400, { tEXt: `Comment\u0000${secret}` })];
      const post = await ana.posts('Here', { to: family, photos });
      for (const { url } of post.images.flatMap((image) => image.variants)) {
        const bytes = Buffer.from(await (await ana.fetch('GET', url)).arrayBuffer());
        expect(!bytes.includes(secret), `${url.slice(-10)} still holds it.`);
      }
    },
  },
  'limits-on-sign-in': {
    name: 'Passwords, one after the other',
    description: 'Twelve wrong passwords from one address, on an instance with its limits on.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const limited = await stage.limited();
      try {
        const ana = await limited.person('Ana');
        const statuses: number[] = [];
        for (let tries = 0; tries < 12; tries++) {
          const guess = { email: ana.email, password: `guess-${tries}` };
          statuses.push((await limited.visitor().call(auth.login, guess)).status);
        }
        expect(statuses.includes(429), `No try was refused: ${statuses.join(', ')}.`);
        expect((await ana.call(auth.currentUser)).status === 200, 'The member herself was locked out.');
      } finally {
        await limited.close();
      }
    },
  },
};
