import * as account from '../../../../contract/account.ts';
import * as auth from '../../../../contract/auth.ts';
import * as circles from '../../../../contract/circles.ts';
import * as comments from '../../../../contract/comments.ts';
import * as invitations from '../../../../contract/invitations.ts';
import * as likes from '../../../../contract/likes.ts';
import * as members from '../../../../contract/members.ts';
import * as notifications from '../../../../contract/notifications.ts';
import * as posts from '../../../../contract/posts.ts';
import { momentForm, password } from '../actor.ts';
import { drawPhoto } from '../drawn-photo.ts';
import type { CategoryScenarios } from '../scenario.ts';

export const behavior: CategoryScenarios = {
  'week-of-a-family': {
    name: 'A week in the life of a family',
    description: 'Four people share, like, comment, change their minds and clear up, day by day.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [family, ana, ben, cleo] = await stage.family('Ana', 'Ben', 'Cleo');
      const dan = await stage.person('Dan');
      const monday = await ana.posts('Soup on Monday', { to: family, photos: [drawPhoto()] });
      await ben.ask(likes.like, { id: monday.id });
      await cleo.comments(monday, 'Is there any left?');
      const news = await ana.ask(notifications.list, {});
      expect(news.items.length >= 2, 'Ana hears nothing of like and comment.');
      await ana.adds(dan, family);
      const seen = await dan.call(posts.get, { id: monday.id });
      expect(seen.status === 200, 'Who comes later misses the earlier moments.');
      const sunday = await dan.posts('Walk on Sunday', { to: family });
      expect((await ben.ask(posts.feed, {})).items[0]?.id === sunday.id, 'The newest is not first.');
      await dan.ask(posts.remove, { id: sunday.id });
      const { status } = await ben.call(posts.get, { id: sunday.id });
      expect(status === 404, 'What was deleted is still there.');
    },
  },
  'adds-and-removes': {
    name: 'Added by mistake',
    description: 'Somebody is added, sees a moment, is removed, and comes back without what lay between.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [ana, ben] = [await stage.person('Ana'), await stage.person('Ben')];
      const club = await ana.makesCircle('Club', { showsEarlierPosts: false });
      await ana.adds(ben, club);
      await ana.removes(ben, club);
      const between = await ana.posts('While he was away', { to: club });
      await ana.adds(ben, club);
      const after = await ana.posts('He is back', { to: club });
      const { status } = await ben.call(posts.get, { id: between.id });
      expect(status === 404, `What lay between answers ${status}.`);
      expect((await ben.call(posts.get, { id: after.id })).status === 200, 'What came after is hidden.');
    },
  },
  'contacts-twice': {
    name: 'A second Contacts',
    description: 'Tries to make, rename and delete the circle of contacts.',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const [mine] = await ana.ask(circles.list, {});
      const id = mine?.id ?? '';
      const made = await ana.call(circles.create, { name: 'cOnTaCtS' });
      const renamed = await ana.call(circles.edit, { id, name: 'Friends' });
      const removed = await ana.call(circles.remove, { id });
      expect(made.status === 409, 'A second one is made.');
      expect(renamed.status === 409 && removed.status === 409, 'It can be renamed or deleted.');
    },
  },
  'likes-own-moment': {
    name: 'Likes the own moment, twice',
    description: 'Liking twice, unliking twice: each time what was meant, and never below nothing.',
    priority: 'low',
    act: async (stage, { expect }) => {
      const [family, ana] = await stage.family('Ana');
      const { id } = await ana.posts('Here', { to: family });
      for (const way of [likes.like, likes.like, likes.unlike, likes.unlike]) {
        const wanted = way === likes.like ? 1 : 0;
        const { likesCount } = await ana.ask(way, { id });
        expect(likesCount === wanted, `It counts ${likesCount} instead of ${wanted}.`);
      }
    },
  },
  'deletes-commented': {
    name: 'Deletes what others commented on',
    description: 'A moment goes with its comments, photos and news, for everybody.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [family, ana, ben] = await stage.family('Ana', 'Ben');
      const post = await ana.posts('Rhubarb', { to: family, photos: [drawPhoto()] });
      await ben.comments(post, 'Custard');
      await ana.ask(posts.remove, { id: post.id });
      const gone = [...(await ben.triesToSee(post)), ...(await ana.triesToSee(post))];
      const isGone = gone.every((status) => status === 404);
      expect(isGone, 'Some of it is still there.');
      expect(!(await ana.findsAnywhere('Custard', ben)), 'The comment still stands somewhere.');
    },
  },
  'leaves-for-good': {
    name: 'Leaves for good',
    description: 'Deletes the account: moments, profile and session are gone; shared circles live on.',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const [family, ana, ben] = await stage.family('Ana', 'Ben');
      const post = await ana.posts('Farewell', { to: family, photos: [drawPhoto()] });
      await ana.ask(account.remove, { password });
      expect((await ana.call(auth.currentUser)).status === 401, 'The session goes on.');
      const profile = await ben.call(members.profile, { usernameOrId: ana.id });
      expect(profile.status === 404, 'The profile stays.');
      const isGone = (await ben.triesToSee(post)).every((status) => status === 404);
      expect(isGone, 'The moment stays.');
      const passed = await ben.ask(circles.get, { id: family.id });
      expect(passed.isOwner, 'The circle did not pass on.', 'medium');
    },
  },
  'invites-and-withdraws': {
    name: 'An invitation, taken back',
    description: 'Invites an address, lists it, withdraws it; a second withdrawal finds nothing.',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      await ana.ask(invitations.inviteByEmail, { email: 'somebody.new@example.org' });
      const [open] = await ana.ask(invitations.mine, {});
      const id = open?.id ?? '';
      await ana.ask(invitations.withdraw, { id });
      expect((await ana.ask(invitations.mine, {})).length === 0, 'It is still listed.');
      expect((await ana.call(invitations.withdraw, { id })).status === 404, 'It goes twice.');
    },
  },
  'unverified-posts': {
    name: 'Posts before being verified',
    description: 'A new member reads, likes and comments, and cannot post yet.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [family, ana] = await stage.family('Ana');
      const ben = await stage.person('Ben', { isVerified: false });
      await ana.adds(ben, family);
      const { status } = await ben.call(posts.create, momentForm('Me too', { to: family }));
      expect(status === 403, `Posting got ${status}.`);
      const post = await ana.posts('Here', { to: family });
      await ben.comments(post, 'Nice');
      const { items } = await ana.ask(comments.list, { id: post.id });
      expect(items.length === 1, 'The comment did not arrive.');
    },
  },
};
