import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import * as account from '../../contract/account.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import { Authenticator } from '../harness/authenticator.ts';
import { type Answer, formOf, type Person } from '../harness/person.ts';
import { password } from '../harness/test-server.ts';
import { settingsDoors } from './settings-endpoints.ts';
import type { World } from './world.ts';

export type Statuses = readonly [
  visitor: number,
  stranger: number,
  removed: number,
  member: number,
  author: number,
];
type Given = Record<string, unknown> | FormData;

export interface Door {
  /** The input, built for each person, for calls that use something up. */
  input?: (world: World, who: Person) => Given | Promise<Given>;
  /** The answer's status for each person. */
  statuses: Statuses;
  /** The same call for something that was never there: what is hidden must answer alike. */
  absent?: (world: World) => Given;
}

export const nobody = () => randomBytes(16).toString('hex');

/** The same answer to everybody who is signed in. */
export const membersOnly = (status: number): Statuses => [401, status, status, status, status];
/** Objects that only members of the circle see. */
export const inCircle = (status: number): Statuses => [401, 404, 404, status, status];
/** Objects that the circle's members see and only the author may change. */
export const authorOnly = (status: number): Statuses => [401, 404, 404, 403, status];

/** Endpoints for administrators; none of the five people is one. */
const adminsOnly: Statuses = [401, 403, 403, 403, 403];

const report = { targetType: 'post', reportType: 'spam', reason: 'It is everywhere.' };

export const freshPost = async ({ author, circle }: World) => ({
  id: (await author.posts('Door', { to: circle })).id,
});
export const freshCircle = async ({ author, member, removed }: World) => {
  const circle = await author.makesCircle('Door');
  await author.adds(member, circle);
  await author.adds(removed, circle);
  await author.removes(removed, circle);
  return circle;
};
const newPost = ({ circle }: World) => {
  const form = new FormData();
  form.set('content', 'Through the door');
  form.set('circleIds', JSON.stringify([circle.id]));
  return form;
};

const newProfile = () => {
  const form = new FormData();
  form.set('bio', 'Through the door');
  return form;
};

/** Every endpoint of the contract but those of media, mailbox members and `sharing`, by name; `endpoints.test.ts` fails when one is missing. */
export const doors: Readonly<Record<string, Door>> = {
  'site.config': { statuses: [200, 200, 200, 200, 200] },
  'auth.currentUser': { statuses: membersOnly(200) },
  'auth.authUser': { statuses: membersOnly(200) },
  'auth.login': {
    input: (_world, who) => ({ email: who.email, password: `not ${password}` }),
    statuses: [401, 401, 401, 401, 401],
  },
  // This server has no card provider, so members who may pay get that answer.
  'payments.createSubscription': {
    input: () => ({ paymentToken: nobody(), planType: 'basic' }),
    statuses: membersOnly(503),
  },
  'payments.createPayment': {
    input: () => ({ paymentToken: nobody(), amount: 500 }),
    statuses: membersOnly(503),
  },
  'payments.cancelSubscription': { statuses: membersOnly(503) },
  'payments.subscription': { statuses: membersOnly(200) },
  'verification.submit': {
    input: () => ({ personalStatement: 'It is me.' }),
    // All of them are verified already.
    statuses: [401, 409, 409, 409, 409],
  },
  'verification.list': { statuses: [401, 403, 403, 403, 403] },
  'verification.decide': { input: () => ({ id: nobody(), status: 'approved' }), statuses: adminsOnly },
  'verification.names': { statuses: adminsOnly },
  'verification.decideName': { input: () => ({ id: nobody(), status: 'approved' }), statuses: adminsOnly },
  'verification.doubtfulVouches': { statuses: adminsOnly },
  'verification.vouchedNames': { statuses: membersOnly(200) },
  'verification.decideVouchedName': {
    input: () => ({ id: nobody(), status: 'approved' }),
    statuses: membersOnly(404),
  },
  'audit.list': { statuses: adminsOnly },
  'system.overview': { statuses: adminsOnly },
  'system.retryJobs': { input: () => ({ kind: 'mail' }), statuses: adminsOnly },
  'system.dropJobs': { input: () => ({ kind: 'mail' }), statuses: adminsOnly },
  'system.place': { statuses: adminsOnly },
  'system.setPlace': { input: () => ({ name: 'Door', language: 'en' }), statuses: adminsOnly },
  'system.setup': { statuses: adminsOnly },
  'system.testMail': { statuses: adminsOnly },
  ...settingsDoors(adminsOnly),
  'moderation.members': { statuses: adminsOnly },
  'moderation.actOnMember': {
    input: ({ member }) => ({ id: member.id, action: 'ban' }),
    statuses: adminsOnly,
  },
  'account.makeResetLink': {
    input: ({ member }) => ({ id: member.id, password: `not ${password}` }),
    statuses: adminsOnly,
  },
  'moderation.reports': { statuses: adminsOnly },
  'moderation.report': { input: () => ({ id: nobody() }), statuses: adminsOnly },
  'moderation.open': { input: () => ({ id: nobody() }), statuses: adminsOnly },
  'moderation.decide': { input: () => ({ id: nobody(), status: 'dismissed' }), statuses: adminsOnly },
  'moderation.correctNotes': {
    input: () => ({ id: nobody(), moderatorNotes: 'Better words' }),
    statuses: adminsOnly,
  },
  'moderation.remove': { input: () => ({ id: nobody() }), statuses: adminsOnly },
  'reporting.create': {
    input: ({ post }) => ({ ...report, targetId: post.id }),
    statuses: [401, 404, 404, 201, 409],
    absent: () => ({ ...report, targetId: nobody() }),
  },
  'auth.forgotPassword': {
    input: () => ({ email: 'nobody@example.org' }),
    statuses: [200, 200, 200, 200, 200],
  },
  'auth.resetPassword': {
    input: () => ({ token: nobody(), password: 'two-old-spoons' }),
    statuses: [400, 400, 400, 400, 400],
  },
  'auth.lookAtMove': { input: () => ({ code: nobody() }), statuses: [400, 400, 400, 400, 400] },
  'auth.takeMove': { input: () => ({ code: nobody() }), statuses: [400, 400, 400, 400, 400] },
  'account.beginMove': { input: () => ({ password: `not ${password}` }), statuses: membersOnly(400) },
  'auth.claim': { statuses: membersOnly(200) },
  'auth.answerClaim': { input: () => ({ mine: true }), statuses: membersOnly(409) },
  'auth.denial': { statuses: membersOnly(200) },
  'auth.settleDenial': { input: () => ({ undo: true }), statuses: membersOnly(409) },
  'auth.denySignIn': { input: () => ({ token: nobody() }), statuses: [400, 400, 400, 400, 400] },
  'auth.test': { statuses: [200, 200, 200, 200, 200] },
  'auth.register': {
    input: (_world, who) => ({
      email: `new-${who.email}`,
      password,
      confirmPassword: password,
      firstName: 'New',
      lastName: 'Person',
      inviteCode: 'AAAAAAAAAA',
      mathChallenge: { question: '7 + 3', answer: 10 },
    }),
    statuses: [400, 400, 400, 400, 400],
  },
  'auth.logout': { statuses: [204, 204, 204, 204, 204] },
  'auth.confirmEmail': { input: () => ({ token: 'wrong' }), statuses: [400, 400, 400, 400, 400] },
  'bugReports.send': {
    input: () =>
      formOf({
        title: 'Through the door',
        description: 'Somebody tries every door of this context.',
        severity: 'low',
      }),
    statuses: [201, 201, 201, 201, 201],
  },
  'bugReports.list': { statuses: [401, 403, 403, 403, 403] },
  'bugReports.setStatus': {
    input: () => ({ id: nobody(), status: 'closed' }),
    statuses: [401, 403, 403, 403, 403],
  },
  'bugReports.remove': { input: () => ({ id: nobody() }), statuses: [401, 403, 403, 403, 403] },
  'scenarios.list': { statuses: membersOnly(200) },
  'scenarios.status': { statuses: membersOnly(200) },
  'scenarios.runs': { statuses: membersOnly(200) },
  'scenarios.generate': { statuses: membersOnly(201) },
  // One run at a time, started by anybody.
  'scenarios.run': { statuses: [401, 202, 409, 409, 409] },
  'account.stats': { statuses: membersOnly(200) },
  'usage.metrics': { statuses: membersOnly(200) },
  'account.edit': { input: () => ({ bio: 'Behind the door' }), statuses: membersOnly(200) },
  'account.changeEmail': {
    input: () => ({ email: 'door-change@example.org', password: `not ${password}` }),
    statuses: membersOnly(400),
  },
  'account.changePassword': {
    input: () => ({ currentPassword: `not ${password}`, password: 'another-lemon-tart' }),
    statuses: membersOnly(400),
  },
  'account.exportState': { statuses: membersOnly(200) },
  'account.requestExport': { input: () => ({ password }), statuses: membersOnly(202) },
  'account.askPasskey': { statuses: membersOnly(200) },
  'account.factors': { statuses: membersOnly(200) },
  'account.beginTotp': { input: () => ({ password: `not ${password}` }), statuses: membersOnly(400) },
  'account.confirmTotp': { input: () => ({ code: '123456' }), statuses: membersOnly(400) },
  'account.removeTotp': { input: () => ({ password: `not ${password}` }), statuses: membersOnly(400) },
  'account.renewRecoveryCodes': { input: () => ({ password }), statuses: membersOnly(409) },
  'account.beginPasskey': { input: () => ({ password: `not ${password}` }), statuses: membersOnly(400) },
  'account.addPasskey': {
    input: ({ server }) => ({
      ticket: nobody(),
      name: 'Through the door',
      credential: new Authenticator(server.url).make(nobody()),
    }),
    statuses: membersOnly(400),
  },
  'account.removePasskey': {
    input: () => ({ id: nobody(), password }),
    statuses: membersOnly(404),
  },
  'auth.secondFactor': {
    input: () => ({ ticket: nobody(), code: '123456' }),
    statuses: [401, 401, 401, 401, 401],
  },
  'auth.askPasskey': { statuses: [200, 200, 200, 200, 200] },
  'auth.signInByPasskey': {
    input: ({ server }) => ({ ticket: nobody(), credential: new Authenticator(server.url).use(nobody()) }),
    statuses: [400, 400, 400, 400, 400],
  },
  'account.remove': { input: () => ({ password: `not ${password}` }), statuses: membersOnly(400) },
  'account.sessions': { statuses: membersOnly(200) },
  'account.endSession': {
    // One session of somebody else: for them it is there, for nobody else.
    input: async ({ author }) => {
      const [session] = await author.ask(account.sessions, {});
      return { id: session?.id ?? '' };
    },
    statuses: [401, 404, 404, 404, 204],
    absent: () => ({ id: nobody() }),
  },
  'account.endOtherSessions': { statuses: membersOnly(204) },
  'members.profile': {
    input: ({ author }) => ({ usernameOrId: author.id }),
    statuses: membersOnly(200),
    absent: () => ({ usernameOrId: nobody() }),
  },
  'members.search': { input: () => ({ q: 'author' }), statuses: membersOnly(200) },
  'members.directory': { statuses: membersOnly(200) },
  'members.hasAddedMe': {
    input: ({ author }) => ({ id: author.id }),
    statuses: membersOnly(200),
    absent: () => ({ id: nobody() }),
  },
  'members.editProfile': { input: () => newProfile(), statuses: membersOnly(200) },
  'members.removeImage': { statuses: membersOnly(204) },
  'contacts.list': { statuses: membersOnly(200) },
  'contacts.circlesOf': {
    input: ({ author }) => ({ id: author.id }),
    statuses: membersOnly(200),
    absent: () => ({ id: nobody() }),
  },
  'delivery.get': { statuses: membersOnly(200) },
  'delivery.set': {
    input: ({ circle }) => ({ circles: [{ circleId: circle.id, when: 'evening' }] }),
    statuses: inCircle(200),
    absent: () => ({ circles: [{ circleId: nobody(), when: 'evening' }] }),
  },
  // Ids of posts out of sight are ignored, as ids that never existed.
  'delivery.seen': { input: ({ post }) => ({ postIds: [post.id] }), statuses: membersOnly(204) },
  'blocking.list': { statuses: membersOnly(200) },
  'blocking.listMuted': { statuses: membersOnly(200) },
  'blocking.block': {
    input: async ({ server }) => ({ id: (await server.member(`Passer${nobody()}`)).id }),
    statuses: membersOnly(204),
    absent: () => ({ id: nobody() }),
  },
  'blocking.mute': {
    input: ({ author }) => ({ id: author.id }),
    statuses: [401, 204, 204, 204, 409],
    absent: () => ({ id: nobody() }),
  },
  'blocking.unmute': {
    input: ({ author }) => ({ id: author.id }),
    statuses: membersOnly(204),
    absent: () => ({ id: nobody() }),
  },
  'blocking.unblock': {
    input: ({ author }) => ({ id: author.id }),
    statuses: membersOnly(404),
    absent: () => ({ id: nobody() }),
  },
  'circles.list': { statuses: membersOnly(200) },
  'circles.strips': { statuses: membersOnly(200) },
  'circles.get': {
    input: ({ circle }) => ({ id: circle.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'circles.visit': {
    input: ({ circle }) => ({ id: circle.id }),
    statuses: inCircle(204),
    absent: () => ({ id: nobody() }),
  },
  'circles.create': { input: () => ({ name: 'Mine' }), statuses: membersOnly(201) },
  'circles.edit': {
    input: async (world) => ({ id: (await freshCircle(world)).id, name: 'Other' }),
    statuses: authorOnly(200),
    absent: () => ({ id: nobody(), name: 'Other' }),
  },
  'circles.remove': {
    input: async (world) => ({ id: (await freshCircle(world)).id }),
    statuses: authorOnly(204),
    absent: () => ({ id: nobody() }),
  },
  'circles.setPriority': {
    input: ({ circle }) => ({ id: circle.id, priority: 2 }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody(), priority: 2 }),
  },
  'circles.addMember': {
    input: async (world) => ({ id: (await freshCircle(world)).id, userId: world.stranger.id }),
    statuses: authorOnly(201),
    absent: ({ stranger }) => ({ id: nobody(), userId: stranger.id }),
  },
  'circles.removeMember': {
    input: async (world) => {
      const circle = await freshCircle(world);
      await world.author.ask(circles.addMember, { id: circle.id, userId: world.stranger.id });
      await world.author.removes(world.stranger, circle);
      return { id: circle.id, memberId: world.author.id };
    },
    statuses: [401, 404, 404, 403, 409],
    absent: ({ author }) => ({ id: nobody(), memberId: author.id }),
  },
  'circles.nameKeepers': {
    input: async (world) => ({ id: (await freshCircle(world)).id, userIds: [] }),
    statuses: authorOnly(200),
    absent: () => ({ id: nobody(), userIds: [] }),
  },
  'circles.setFace': {
    input: ({ circle }) => ({ id: circle.id, shown: false }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody(), shown: false }),
  },
  'circles.handOver': {
    input: async (world) => ({ id: (await freshCircle(world)).id, userId: world.member.id }),
    statuses: authorOnly(200),
    absent: ({ member }) => ({ id: nobody(), userId: member.id }),
  },
  'posts.create': { input: newPost, statuses: inCircle(201) },
  'posts.feed': {
    input: ({ circle }) => ({ circleId: circle.id }),
    statuses: inCircle(200),
    absent: () => ({ circleId: nobody() }),
  },
  'posts.get': {
    input: ({ post }) => ({ id: post.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'posts.ofMember': { input: ({ author }) => ({ usernameOrId: author.id }), statuses: membersOnly(200) },
  'posts.undoHiddenFrom': {
    input: async (world) => {
      const { id } = await freshPost(world);
      const receipt = await world.author.ask(takeBack, { id, userIds: [world.stranger.id] });
      return { id, receiptId: receipt.id };
    },
    statuses: authorOnly(200),
    absent: () => ({ id: nobody() }),
  },
  'posts.edit': {
    input: async (world) => ({ ...(await freshPost(world)), circleIds: [world.circle.id], content: 'New' }),
    statuses: authorOnly(200),
    absent: ({ circle }) => ({ id: nobody(), circleIds: [circle.id] }),
  },
  'posts.groupedByPriority': { statuses: membersOnly(200) },
  'posts.remove': { input: freshPost, statuses: authorOnly(204), absent: () => ({ id: nobody() }) },
  'likes.liked': {
    input: ({ post }) => ({ id: post.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'likes.list': {
    input: ({ post }) => ({ id: post.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'likes.like': {
    input: ({ post }) => ({ id: post.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'likes.unlike': {
    input: ({ post }) => ({ id: post.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'comments.list': {
    input: ({ post }) => ({ id: post.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'comments.add': {
    input: ({ post }) => ({ id: post.id, content: 'Through the door' }),
    statuses: inCircle(201),
    absent: () => ({ id: nobody(), content: 'Through the door' }),
  },
  'comments.edit': {
    input: async ({ author, post }) => ({
      id: (await author.ask(comments.add, { id: post.id, content: 'Mine' })).id,
      content: 'Still mine',
    }),
    statuses: authorOnly(200),
    absent: () => ({ id: nobody(), content: 'Still mine' }),
  },
  'comments.remove': {
    input: async ({ author, post }) => ({
      id: (await author.ask(comments.add, { id: post.id, content: 'Mine' })).id,
    }),
    statuses: authorOnly(204),
    absent: () => ({ id: nobody() }),
  },
  'mentions.underPost': {
    input: ({ post }) => ({ id: post.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'mentions.inCircles': {
    input: ({ circle }) => ({ circleIds: JSON.stringify([circle.id]) }),
    statuses: inCircle(200),
    absent: () => ({ circleIds: JSON.stringify([nobody()]) }),
  },
  'notifications.preferences': { statuses: membersOnly(200) },
  'notifications.setPreferences': {
    input: () => ({ like: { bell: true, email: false, push: false } }),
    statuses: membersOnly(200),
  },
  // No push service of this name is one that the server sends to.
  'notifications.subscribePush': {
    input: () => ({
      endpoint: 'https://push.example.org/x',
    }),
    statuses: membersOnly(400),
  },
  'notifications.unsubscribePush': {
    input: () => ({ endpoint: 'https://push.example.org/x' }),
    statuses: membersOnly(204),
  },
  'notifications.findFollowing': {
    input: ({ post }) => ({ id: post.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'notifications.follow': {
    input: ({ post }) => ({ id: post.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'notifications.unfollow': {
    input: ({ post }) => ({ id: post.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'notifications.unread': { statuses: membersOnly(200) },
  'notifications.list': { statuses: membersOnly(200) },
  'notifications.markAllRead': { statuses: membersOnly(204) },
  'notifications.markRead': { input: () => ({ id: nobody() }), statuses: membersOnly(404) },
  'notifications.remove': { input: () => ({ id: nobody() }), statuses: membersOnly(404) },
  'invitations.preview': { input: () => ({ code: 'AAAAAAAAAA' }), statuses: [404, 404, 404, 404, 404] },
  'invitations.accept': { input: () => ({ code: 'AAAAAAAAAA' }), statuses: membersOnly(404) },
  'invitations.inviteToCircle': {
    input: async (world) => ({ id: (await freshCircle(world)).id, email: 'door@example.org' }),
    statuses: authorOnly(201),
    absent: () => ({ id: nobody(), email: 'door@example.org' }),
  },
  'invitations.sendInvite': { input: () => ({ email: 'door@example.org' }), statuses: membersOnly(201) },
  'invitations.inviteByEmail': { input: () => ({ email: 'door@example.org' }), statuses: membersOnly(201) },
  'invitations.makeCode': {
    input: async (world) => ({ circleId: (await freshCircle(world)).id }),
    statuses: authorOnly(201),
    absent: () => ({ circleId: nobody() }),
  },
  'invitations.mine': { statuses: membersOnly(200) },
  'invitations.withdraw': { input: () => ({ id: nobody() }), statuses: membersOnly(404) },
};

/** Hidden objects and objects that never existed must be indistinguishable. */
export const assertAlike = (hidden: Answer, absent: Answer, what: string): void => {
  const telling = (answer: Answer) =>
    [...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name));
  assert.equal(hidden.status, absent.status, `${what}: status`);
  assert.equal(hidden.text, absent.text, `${what}: body`);
  assert.deepEqual(telling(hidden), telling(absent), `${what}: headers`);
};
