import * as account from '../../../../contract/account.ts';
import * as auth from '../../../../contract/auth.ts';
import * as circles from '../../../../contract/circles.ts';
import * as comments from '../../../../contract/comments.ts';
import * as contacts from '../../../../contract/contacts.ts';
import * as invitations from '../../../../contract/invitations.ts';
import * as likes from '../../../../contract/likes.ts';
import * as members from '../../../../contract/members.ts';
import * as notifications from '../../../../contract/notifications.ts';
import * as posts from '../../../../contract/posts.ts';
import { password } from '../actor.ts';
import { drawPhoto } from '../drawn-photo.ts';
import type { Scenario } from '../scenario.ts';

export const behavior: readonly Scenario[] = [
  {
    id: 'week-of-a-family',
    name: 'A week in the life of a family',
    description: 'Four people share, like, comment, change their minds and clear up, day by day.',
    category: 'user_behavior',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [ana, ben, cleo, dan] = await stage.people('Ana', 'Ben', 'Cleo', 'Dan');
      const family = await ana.makesCircle('Family');
      await ana.adds(family, ben, cleo);
      const monday = await ana.posts('Soup on Monday', family, drawPhoto());
      await ben.ask(likes.like, { id: monday.id });
      await cleo.comments(monday, 'Is there any left?');
      const news = await ana.ask(notifications.list, {});
      expect(news.items.length >= 2, 'Ana hears nothing of like and comment.');
      await ana.adds(family, dan);
      const feed = await dan.ask(posts.feed, {});
      expect(
        feed.items.some(({ id }) => id === monday.id),
        'Who comes later misses the earlier moments.',
      );
      const sunday = await dan.posts('Walk on Sunday', family);
      expect((await ben.ask(posts.feed, {})).items[0]?.id === sunday.id, 'The newest is not first.');
      await dan.ask(posts.remove, { id: sunday.id });
      expect(
        (await ben.call(posts.get, { id: sunday.id })).status === 404,
        'What was deleted is still there.',
      );
    },
  },
  {
    id: 'adds-and-removes',
    name: 'Added by mistake',
    description: 'Somebody is added, sees a moment, is removed, and comes back without what lay between.',
    category: 'user_behavior',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [ana, ben] = await stage.people('Ana', 'Ben');
      const club = await ana.ask(circles.create, { name: 'Club', showsEarlierPosts: false });
      await ana.adds(club, ben);
      await ana.removes(club, ben);
      const between = await ana.posts('While he was away', club);
      await ana.adds(club, ben);
      const { status } = await ben.call(posts.get, { id: between.id });
      expect(status === 404, `What lay between answers ${status}.`);
      const after = await ana.posts('He is back', club);
      expect((await ben.call(posts.get, { id: after.id })).status === 200, 'What came after is hidden.');
    },
  },
  {
    id: 'contacts-twice',
    name: 'A second Contacts',
    description: 'Tries to make, rename and delete the circle of contacts.',
    category: 'user_behavior',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      expect((await ana.call(circles.create, { name: 'cOnTaCtS' })).status === 409, 'A second one is made.');
      const mine = (await ana.ask(circles.list, {})).find(({ isContacts }) => isContacts);
      if (!mine) throw new Error('There is no circle of contacts.');
      const renamed = await ana.call(circles.edit, { id: mine.id, name: 'Friends' });
      const removed = await ana.call(circles.remove, { id: mine.id });
      expect(renamed.status === 409 && removed.status === 409, 'It can be renamed or deleted.');
    },
  },
  {
    id: 'likes-own-moment',
    name: 'Likes the own moment, twice',
    description: 'Liking twice, unliking twice: each time what was meant, and never below nothing.',
    category: 'user_behavior',
    priority: 'low',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const post = await ana.posts('Here', await ana.makesCircle('Family'));
      for (const way of [likes.like, likes.like, likes.unlike, likes.unlike]) {
        const wanted = way === likes.like ? 1 : 0;
        const { likesCount } = await ana.ask(way, { id: post.id });
        expect(likesCount === wanted, `It counts ${likesCount} instead of ${wanted}.`);
      }
    },
  },
  {
    id: 'reads-while-others-post',
    name: 'Reads on while others post',
    description: 'Turns the pages of the feed while new moments arrive: nothing twice, nothing left out.',
    category: 'user_behavior',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const [ana, ben] = await stage.people('Ana', 'Ben');
      const family = await ana.makesCircle('Family');
      await ana.adds(family, ben);
      const old: string[] = [];
      for (let number = 0; number < 25; number++) old.push((await ana.posts(`Old ${number}`, family)).id);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { items: { id: string }[]; nextCursor: string | null } = await ben.ask(posts.feed, {
          limit: '5',
          ...(cursor !== null && { cursor }),
        });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
        await ana.posts('New', family);
      } while (cursor !== null);
      expect(new Set(seen).size === seen.length, 'A moment came twice.');
      expect(
        old.every((id) => seen.includes(id)),
        'A moment was left out.',
      );
    },
  },
  {
    id: 'deletes-commented',
    name: 'Deletes what others commented on',
    description: 'A moment goes with its comments, photos and news, for everybody.',
    category: 'user_behavior',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [ana, ben] = await stage.people('Ana', 'Ben');
      const family = await ana.makesCircle('Family');
      await ana.adds(family, ben);
      const post = await ana.posts('Rhubarb', family, drawPhoto());
      await ben.comments(post, 'Custard');
      await ana.ask(posts.remove, { id: post.id });
      const gone = [...(await ben.triesToSee(post)), ...(await ana.triesToSee(post))];
      expect(
        gone.every((status) => status === 404),
        'Some of it is still there.',
      );
      expect(!(await ana.findsAnywhere('Custard', ben)), 'The comment still stands somewhere.');
    },
  },
  {
    id: 'leaves-for-good',
    name: 'Leaves for good',
    description: 'Deletes the account: moments, profile and session are gone; shared circles live on.',
    category: 'user_behavior',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const [ana, ben] = await stage.people('Ana', 'Ben');
      const family = await ana.makesCircle('Family');
      await ana.adds(family, ben);
      const post = await ana.posts('Farewell', family, drawPhoto());
      await ana.ask(account.remove, { password });
      expect((await ana.call(auth.currentUser)).status === 401, 'The session goes on.');
      expect(
        (await ben.call(members.profile, { usernameOrId: ana.id })).status === 404,
        'The profile stays.',
      );
      expect(
        (await ben.triesToSee(post)).every((status) => status === 404),
        'The moment stays.',
      );
      const passed = await ben.ask(circles.get, { id: family.id });
      expect(passed.isOwner, 'The circle did not pass on.', 'medium');
    },
  },
  {
    id: 'invites-and-withdraws',
    name: 'An invitation, taken back',
    description: 'Invites an address, lists it, withdraws it; a second withdrawal finds nothing.',
    category: 'user_behavior',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      await ana.ask(invitations.inviteByEmail, { email: 'somebody.new@example.org' });
      const [open] = await ana.ask(invitations.mine, {});
      if (!open) throw new Error('The invitation is not listed.');
      await ana.ask(invitations.withdraw, { id: open.id });
      expect((await ana.ask(invitations.mine, {})).length === 0, 'It is still listed.');
      expect((await ana.call(invitations.withdraw, { id: open.id })).status === 404, 'It goes twice.');
    },
  },
  {
    id: 'unverified-posts',
    name: 'Posts before being verified',
    description: 'A new member reads, likes and comments, and cannot post yet.',
    category: 'user_behavior',
    priority: 'high',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const ben = await stage.person('Ben', { isVerified: false });
      const family = await ana.makesCircle('Family');
      await ana.adds(family, ben);
      const post = await ana.posts('Here', family);
      const { status } = await ben.call(posts.create, ben.form('Me too', [family]));
      expect(status === 403, `Posting got ${status}.`);
      await ben.comments(post, 'Nice');
      const { items } = await ana.ask(comments.list, { id: post.id });
      expect(items.length === 1, 'The comment did not arrive.');
    },
  },
  {
    id: 'moves-through-contacts',
    name: 'Ring in every colour',
    description: 'Circles of many colours with the same person in each; they are one contact.',
    category: 'user_behavior',
    priority: 'low',
    act: async (stage, { expect }) => {
      const [ana, ben] = await stage.people('Ana', 'Ben');
      for (const color of ['#000000', '#FFFFFF', '#8b5cf6', '#3B82F6', '#00ff00']) {
        const circle = await ana.ask(circles.create, { name: `Circle ${color}`, color });
        expect(circle.color === color.toUpperCase(), `${color} became ${circle.color}.`);
        await ana.adds(circle, ben);
      }
      const { total } = await ana.ask(contacts.list, {});
      expect(total === 1, `${total} contacts instead of one.`);
      expect(
        (await ana.call(circles.create, { name: 'x', color: 'red' })).status === 400,
        'A word is a colour.',
      );
    },
  },
];
