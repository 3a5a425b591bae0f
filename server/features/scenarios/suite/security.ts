import * as account from '../../../../contract/account.ts';
import * as blocking from '../../../../contract/blocking.ts';
import * as circles from '../../../../contract/circles.ts';
import * as comments from '../../../../contract/comments.ts';
import { pathParameters } from '../../../../contract/endpoint.ts';
import { endpoints } from '../../../../contract/endpoints.ts';
import * as likes from '../../../../contract/likes.ts';
import * as members from '../../../../contract/members.ts';
import * as posts from '../../../../contract/posts.ts';
import { drawPhoto } from '../drawn-photo.ts';
import type { Scenario } from '../scenario.ts';

const nobody = '0'.repeat(32);
const pathOf = (path: string) =>
  pathParameters(path).reduce((address, name) => address.replace(`:${name}`, nobody), path);
const all = (statuses: readonly number[], wanted: number) => statuses.every((status) => status === wanted);

export const security: readonly Scenario[] = [
  {
    id: 'stranger-at-the-door',
    name: 'A stranger at every door of a moment',
    description: 'Somebody in no circle asks for a moment by id, by photo, in lists and by its comments.',
    category: 'security',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const [ana, ben, eve] = await stage.people('Ana', 'Ben', 'Eve');
      const family = await ana.makesCircle('Family');
      await ana.adds(family, ben);
      const post = await ana.posts('Quincewater', family, drawPhoto());
      expect(all(await ben.triesToSee(post), 200), 'A member of the circle does not see the moment.');
      expect(all(await eve.triesToSee(post), 404), 'A stranger gets something else than 404.');
      expect(!(await eve.findsAnywhere('Quincewater', ana)), 'A stranger finds the moment in a list.');
    },
  },
  {
    id: 'visitor-without-session',
    name: 'Every member’s door, without a session',
    description: 'Calls each endpoint that asks for a session as a visitor.',
    category: 'security',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const visitor = stage.visitor();
      for (const [name, endpoint] of endpoints) {
        if (endpoint.credential === 'anyone') continue;
        const { status } = await visitor.request(endpoint.method, pathOf(endpoint.path));
        expect(status === 401, `${name} answers a visitor with ${status} instead of 401.`);
      }
    },
  },
  {
    id: 'member-at-admin-doors',
    name: 'An administrator’s doors, as a member',
    description: 'A member calls everything that only administrators may.',
    category: 'security',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      for (const [name, endpoint] of endpoints) {
        if (endpoint.credential !== 'admin') continue;
        const { status } = await ana.request(endpoint.method, pathOf(endpoint.path));
        expect(status === 403, `${name} answers a member with ${status} instead of 403.`);
      }
    },
  },
  {
    id: 'removed-from-circle',
    name: 'Removed, and looking again',
    description: 'A member is taken out of a circle and asks for what they saw a moment ago.',
    category: 'security',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const [ana, ben] = await stage.people('Ana', 'Ben');
      const family = await ana.makesCircle('Family');
      await ana.adds(family, ben);
      const post = await ana.posts('Marzipan', family, drawPhoto());
      expect(all(await ben.triesToSee(post), 200), 'The member did not see it before.');
      await ana.removes(family, ben);
      expect(all(await ben.triesToSee(post), 404), 'The removed member still sees it.');
      expect(!(await ben.findsAnywhere('Marzipan', ana)), 'The removed member finds it in a list.');
    },
  },
  {
    id: 'blocked-both-ways',
    name: 'Blocked, both ways',
    description: 'After a block neither finds the other, in the profile, the search or the feed.',
    category: 'security',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const [ana, ben] = await stage.people('Ana', 'Ben');
      const family = await ana.makesCircle('Family');
      await ana.adds(family, ben);
      const post = await ana.posts('Elderflower', family);
      await ben.ask(blocking.block, { id: ana.id });
      for (const [who, other] of [
        [ana, ben],
        [ben, ana],
      ] as const) {
        const { status } = await who.call(members.profile, { usernameOrId: other.id });
        expect(status === 404, `${who.name} opens the profile of ${other.name}: ${status}.`);
      }
      expect(all(await ben.triesToSee(post), 404), 'Who blocked still sees the moment.');
    },
  },
  {
    id: 'name-rule',
    name: 'Read a stranger’s profile',
    description: 'A viewer who was never added asks for e-mail, bio and picture.',
    category: 'security',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const [ana, eve] = await stage.people('Ana', 'Eve');
      await ana.ask(account.edit, { bio: 'Keeps bees behind the school' });
      const profile = await eve.ask(members.profile, { usernameOrId: ana.id });
      expect(profile.bio === null && profile.email === null, 'More than the name is in the profile.');
      const answers = await Promise.all([
        eve.call(members.directory),
        eve.call(members.search, { q: 'Ana' }),
        eve.call(members.profile, { usernameOrId: ana.id }),
      ]);
      expect(
        !answers.some(({ text }) => text.includes('Keeps bees') || text.includes(ana.email)),
        'Bio or e-mail stand in a list.',
      );
      const circle = await ana.makesCircle('Street');
      await ana.adds(circle, eve);
      const opened = await eve.ask(members.profile, { usernameOrId: ana.id });
      expect(opened.bio !== null, 'Being added does not open the profile.', 'medium');
    },
  },
  {
    id: 'comments-keep-to-circles',
    name: 'Two sides of a family',
    description: 'A moment goes to two circles; neither side reads the comments of the other.',
    category: 'security',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const [ana, mum, dad] = await stage.people('Ana', 'Mum', 'Dad');
      const left = await ana.makesCircle('Mum’s side');
      const right = await ana.makesCircle('Dad’s side');
      await ana.adds(left, mum);
      await ana.adds(right, dad);
      const post = await ana.ask(posts.create, ana.form('Both of you', [left, right]));
      await mum.comments(post, 'Only for the left side');
      const { text } = await dad.call(comments.list, { id: post.id });
      expect(!text.includes('Only for the left side'), 'The other side reads the comment.');
      const seen = await dad.ask(posts.get, { id: post.id });
      expect(seen.commentsCount === 0, 'The number of comments tells of the other side.');
    },
  },
  {
    id: 'private-circle-unknown',
    name: 'A private circle stays unknown',
    description: 'Whoever is in somebody’s private list learns neither its name nor who else is in it.',
    category: 'security',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [ana, ben, cleo] = await stage.people('Ana', 'Ben', 'Cleo');
      const circle = await ana.makesCircle('Hush-hush', 'private');
      await ana.adds(circle, ben, cleo);
      await ana.posts('For a few', circle);
      const { text } = await ben.call(posts.feed);
      expect(text.includes('For a few'), 'The moment did not arrive.', 'medium');
      expect(!(await ben.findsAnywhere('Hush-hush', ana)), 'The name of the private circle is told.');
      const { status } = await ben.call(circles.get, { id: circle.id });
      expect(status === 404, `The circle itself answers ${status}.`);
    },
  },
  {
    id: 'hidden-and-absent-alike',
    name: 'Hidden looks like absent',
    description: 'The answer for a moment out of sight is the same as for one that never was.',
    category: 'security',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [ana, eve] = await stage.people('Ana', 'Eve');
      const post = await ana.posts('Unseen', await ana.makesCircle('Family'));
      for (const endpoint of [posts.get, comments.list, likes.liked]) {
        const hidden = await eve.call(endpoint, { id: post.id });
        const absent = await eve.call(endpoint, { id: nobody });
        expect(
          hidden.status === absent.status && hidden.text === absent.text,
          `${endpoint.path} tells hidden from absent.`,
        );
      }
    },
  },
];
