import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as members from '../../contract/members.ts';
import * as moderation from '../../contract/moderation.ts';
import * as reporting from '../../contract/reporting.ts';
import { sweepBlockedMemberships } from '../../server/features/blocking/block.ts';
import { sweepBlockedMembers } from '../../server/features/circles/sweep.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases } from '../harness/test-server.ts';

const month = 30 * 24 * 60 * 60_000;

/** Blocking makes nobody unreportable; what a handover has to do with a block shows nobody the block. */
onBothDatabases('reports across a block', (server) => {
  let chief: Person;
  before(async () => {
    chief = await server().member('Chief', { isAdmin: true });
  });
  const reports = async (who: Person, targetType: reporting.ReportTarget, targetId: string) =>
    (await who.call(reporting.create, { targetType, targetId, reportType: 'harassment', reason: 'See' }))
      .status;
  /** The text that the newest report keeps. */
  const newestText = async (): Promise<string | null | undefined> => {
    const { items } = await chief.ask(moderation.reports, {});
    return (await chief.ask(moderation.report, { id: items[0]?.id ?? '' })).evidence?.text;
  };
  const blocks = (who: Person, whom: Person) => who.ask(blocking.block, { id: whom.id });
  /** A month passes for the blocks of a member, and for all that was said and shared. */
  const ageBlocksOf = async (who: Person): Promise<void> => {
    const blocker = await server().keyOf('users', who);
    await server().app.context.db.write(async ({ q }) => {
      await q
        .updateTable('blocks')
        .set((e) => ({ created_at: e('created_at', '-', month) }))
        .where('blocker_id', '=', blocker)
        .execute();
      await q
        .updateTable('posts')
        .set((e) => ({ created_at: e('created_at', '-', month) }))
        .execute();
      await q
        .updateTable('blocked_memberships')
        .set((e) => ({ added_at: e('added_at', '-', month), ended_at: e('ended_at', '-', month) }))
        .execute();
    });
  };
  const bans = (who: Person) => chief.ask(moderation.actOnMember, { id: who.id, action: 'ban' });

  // REPORT-1
  test('for 30 days both sides of a block can report the moments that they saw when the block began', async () => {
    const [eve, vic, zoe, cal] = await server().members('Eve', 'Vic', 'Zoe', 'Cal');
    const club = await eve.makesCircle('Club', { showsEarlierPosts: false });
    const other = await eve.makesCircle('Other');
    const early = await eve.posts('Too early', { to: club });
    await eve.adds(vic, club);
    const seen = await eve.posts('Seen', { to: club });
    const again = await eve.posts('Seen too', { to: club });
    const elsewhere = await eve.posts('Elsewhere', { to: other });
    const third = await cal.makesCircle('Third', { showsEarlierPosts: true });
    await cal.adds(eve, third);
    const beforeVic = await eve.posts('To the third', { to: third });
    await cal.ask(blocking.block, { id: zoe.id });
    for (const who of [vic, zoe]) await blocks(eve, who);
    assert.equal((await vic.request('GET', `/api/posts/${seen.id}`)).status, 404);
    await cal.adds(vic, third);
    const after = await eve.posts('After the block', { to: third });
    assert.equal(await reports(vic, 'post', seen.id), 201);
    assert.equal(await reports(vic, 'post', seen.id), 409);
    for (const post of [early, elsewhere, beforeVic, after])
      assert.equal(await reports(vic, 'post', post.id), 404);
    assert.equal(await reports(zoe, 'post', seen.id), 404, 'never in its circle');
    const calls = await cal.posts('Of the third', { to: third });
    await cal.removes(vic, third);
    assert.equal(await reports(vic, 'post', calls.id), 404, 'no block came between them');
    await ageBlocksOf(eve);
    assert.equal(await reports(vic, 'post', again.id), 404);
    await sweepBlockedMemberships(server().app.context.db);
    const kept = await server()
      .app.context.db.read.selectFrom('blocked_memberships')
      .select('user_id')
      .execute();
    assert.deepEqual(kept, []);

    const [ada, bob] = await server().members('Ada', 'Bob');
    const home = await ada.makesCircle('Home');
    await ada.adds(bob, home);
    const [one, two] = [await ada.posts('One', { to: home }), await ada.posts('Two', { to: home })];
    await blocks(bob, ada);
    assert.equal(await reports(bob, 'post', one.id), 201);
    await bans(ada);
    assert.equal(await reports(bob, 'post', two.id), 404, 'banned: gone for everybody');
  });

  // REPORT-1
  test('both sides of a block can report the comments that they saw when the block began', async () => {
    const [eve, vic, cal] = await server().members('Eva', 'Vera', 'Carl');
    const [club, side, late] = [
      await cal.makesCircle('Club'),
      await cal.makesCircle('Side'),
      await cal.makesCircle('Late', { showsEarlierPosts: true }),
    ];
    for (const circle of [club, side, late]) await cal.adds(eve, circle);
    await cal.adds(vic, club);
    const wide = await cal.posts('Wide', { to: [club, side] });
    const theirs = await cal.posts('Theirs', { to: late });
    const asked = await vic.makesCircle('Asked', { kind: 'private' });
    await vic.adds(eve, asked);
    const mine = await vic.posts('Mine', { to: asked });
    const own = await eve.makesCircle('Own');
    await eve.adds(vic, own);
    const ofEve = await eve.posts('Of Eva', { to: own });
    const said = [
      await eve.comments(wide, 'here'),
      await eve.comments(mine, 'to you'),
      await eve.comments(ofEve, 'to mine'),
    ];
    const joinedLater = await eve.comments(theirs, 'before you came');
    await cal.removes(eve, club);
    const beside = await eve.comments(wide, 'beside you');
    await cal.adds(eve, club);
    await blocks(eve, vic);
    await cal.adds(vic, late);
    const after = await eve.comments(wide, 'after');
    // A later block with somebody else who commented changes nothing.
    const zed = await server().member('Zed');
    await cal.adds(zed, club);
    await zed.comments(wide, 'from zed');
    await blocks(zed, vic);
    for (const comment of said) {
      assert.equal(await reports(vic, 'comment', comment.id), 201);
    }
    for (const comment of [joinedLater, beside, after])
      assert.equal(await reports(vic, 'comment', comment.id), 404);
    const more = await eve.comments(wide, 'more');
    await cal.removes(vic, club);
    assert.equal(await reports(vic, 'comment', more.id), 404);

    const [ada, bob] = await server().members('Adam', 'Bert');
    const home = await cal.makesCircle('Home');
    for (const who of [ada, bob]) await cal.adds(who, home);
    const post = await cal.posts('At home', { to: home });
    const comments = [await ada.comments(post, 'one'), await ada.comments(post, 'two')] as const;
    const third = await ada.comments(post, 'three');
    const beneath = await cal.comments(post, 'to one', { replyTo: comments[0].id });
    const aside = await cal.makesCircle('Aside', { kind: 'private' });
    await cal.adds(bob, aside);
    const quiet = await cal.posts('Aside', { to: aside });
    const asks = await bob.comments(quiet, 'Well?');
    const answers = await cal.comments(quiet, 'No', { replyTo: asks.id });
    await blocks(bob, ada);
    assert.equal(await reports(bob, 'comment', comments[0].id), 201);
    assert.equal(await reports(bob, 'comment', beneath.id), 201, 'hidden with the comment that it answers');
    await blocks(bob, cal);
    assert.equal(await reports(bob, 'comment', answers.id), 201, 'only the answered member saw it');
    await bob.ask(blocking.unblock, { id: cal.id });
    await cal.adds(bob, home);
    await bans(ada);
    assert.equal(await reports(bob, 'comment', third.id), 404, 'banned: gone for everybody');
    await chief.ask(moderation.actOnMember, { id: ada.id, action: 'restore' });
    assert.equal(await reports(bob, 'comment', third.id), 201);
    await bans(cal);
    assert.equal(await reports(bob, 'comment', comments[1].id), 404, 'its moment is out of sight');
    for (const heir of [eve, ada]) await server().mailsTo(heir);
  });

  // REPORT-1
  test('a blocker can always report the blocked member, who can report the blocker for 30 days', async () => {
    const [eve, vic, zoe, cal] = await server().members('Erin', 'Vito', 'Zack', 'Cleo');
    await eve.ask(members.editProfile, form({ bio: 'What Erin wrote' }));
    const club = await eve.makesCircle('Club');
    for (const who of [vic, cal]) await eve.adds(who, club);
    for (const who of [vic, zoe]) await blocks(eve, who);
    await blocks(cal, eve);
    assert.equal(await reports(vic, 'user', eve.id), 201);
    assert.equal(await newestText(), 'What Erin wrote');
    assert.equal(await reports(zoe, 'user', eve.id), 201);
    assert.equal(await newestText(), null, 'never open to them');
    await eve.ask(blocking.unblock, { id: vic.id });
    assert.equal(await reports(cal, 'user', eve.id), 201);
    await chief.ask(moderation.decide, {
      id:
        (await chief.ask(moderation.reports, {})).items.find(({ reporter }) => reporter?.id === vic.id)?.id ??
        '',
      status: 'dismissed',
    });
    assert.equal(await reports(vic, 'user', eve.id), 201);
    assert.equal(await newestText(), null, 'the block is over, and so is what it ended');

    const [ann, kit, max, tom] = await server().members('Ann', 'Kit', 'Max', 'Tom');
    await blocks(ann, kit);
    await blocks(max, ann);
    for (const who of [ann, max]) await ageBlocksOf(who);
    assert.equal(await reports(kit, 'user', ann.id), 404, 'blocked more than 30 days ago');
    assert.equal(await reports(ann, 'user', kit.id), 201, 'their blocker');
    await blocks(tom, max);
    await bans(max);
    assert.equal(await reports(tom, 'user', max.id), 404, 'banned: gone for everybody');
  });

  test('a block with one member does not let a member report what an older block hides', async () => {
    const [ann, kit, pia, ray, uma, cal] = await server().members(
      ...(['Anne', 'Kitt', 'Pia', 'Ray', 'Uma', 'Cora'] as const),
    );
    const club = await cal.makesCircle('Club');
    for (const who of [ann, kit]) await cal.adds(who, club);
    const post = await ann.posts('Hidden', { to: club });
    await blocks(ann, kit);
    await ageBlocksOf(ann);
    await blocks(kit, pia);
    await blocks(uma, kit);
    await blocks(ray, ann);
    await blocks(ann, uma);
    // The post is as old as the first block.
    assert.equal(await reports(kit, 'post', post.id), 404);
    assert.equal(await reports(kit, 'user', ann.id), 404);
  });

  // REPORT-6
  test('a report does not contain a profile that its reporter saw only through somebody else', async () => {
    const [mia, heir, vic] = await server().members('Mia', 'Heir', 'Vitus');
    await mia.ask(members.editProfile, form({ bio: 'Mia herself' }));
    await heir.ask(members.editProfile, form({ bio: 'Heir himself' }));
    const club = await mia.makesCircle('Club');
    for (const who of [heir, vic]) await mia.adds(who, club);
    await mia.ask(circles.handOver, { id: club.id, userId: heir.id });
    await blocks(heir, vic);
    await blocks(mia, vic);
    for (const who of [heir, mia]) {
      assert.equal(await reports(vic, 'user', who.id), 201);
      assert.equal(await newestText(), null);
    }
  });

  // REPORT-6
  test('a report contains the profile of a keeper who added its reporter, for 30 days after a block', async () => {
    const [ora, kai, mae, moe] = await server().members('Ora', 'Kai', 'Mae', 'Moe');
    await kai.ask(members.editProfile, form({ bio: 'Kai himself' }));
    const club = await ora.makesCircle('Club');
    await ora.adds(kai, club);
    await ora.ask(circles.nameKeepers, { id: club.id, userIds: [kai.id] });
    const texts = [];
    for (const who of [mae, moe]) {
      await kai.adds(who, club);
      await blocks(who, kai);
      if (who === moe) await ageBlocksOf(who);
      assert.equal(await reports(who, 'user', kai.id), 201);
      texts.push(await newestText());
    }
    assert.deepEqual(texts, ['Kai himself', null]);
  });

  // REPORT-1, CIRCLE-22
  test('a report contains no profile that the member hid in the circle they share', async () => {
    const [ulf, vic, wim, xan] = await server().members('Ulla', 'Vico', 'Wanda', 'Xeno');
    await vic.ask(members.editProfile, form({ bio: 'Vico himself' }));
    const club = await ulf.makesCircle('Club');
    for (const who of [vic, wim, xan]) await ulf.adds(who, club);
    const texts = [];
    for (const [who, shown] of [
      [wim, false],
      [xan, true],
    ] as const) {
      await vic.ask(circles.setFace, { id: club.id, shown });
      await blocks(who, vic);
      assert.equal(await reports(who, 'user', vic.id), 201);
      texts.push(await newestText());
    }
    assert.deepEqual(texts, [null, 'Vico himself']);
  });

  // REPORT-1
  test('a moment that left a member out cannot be reported by them after a block', async () => {
    const [yan, zoe] = await server().members('Yvo', 'Zita');
    const club = await yan.makesCircle('Club');
    await yan.adds(zoe, club);
    const seen = await yan.posts('For all', { to: club });
    const unseen = await yan.posts('Not for Zita', {
      to: club,
      more: { hiddenFrom: JSON.stringify([zoe.id]) },
    });
    await blocks(yan, zoe);
    assert.equal(await reports(zoe, 'post', seen.id), 201);
    assert.equal(await reports(zoe, 'post', unseen.id), 404);
  });

  // BLOCK-3
  test('a circle handed over by a block keeps its members until the sweep, so that nobody learns of the block', async () => {
    const [ana, ben, dan, eva] = await server().members('Oda', 'Odo', 'Dag', 'Ebba');
    const club = await ana.makesCircle('Club');
    for (const who of [ben, dan, eva]) await ana.adds(who, club);
    const secret = await ben.makesCircle('Secret', { kind: 'private' });
    await ben.adds(eva, secret);
    await ben.ask(blocking.block, { id: dan.id });
    const handed = await ana.ask(circles.handOver, { id: club.id, userId: ben.id });
    assert.equal(handed.memberCount, 4);
    assert.equal((await ana.ask(circles.get, { id: club.id })).memberCount, 4);
    assert.equal((await dan.call(circles.get, { id: club.id })).status, 200);
    await sweepBlockedMembers(server().app.context.db);
    assert.equal((await ana.ask(circles.get, { id: club.id })).memberCount, 3);
    assert.equal((await dan.call(circles.get, { id: club.id })).status, 404);
    assert.equal((await ben.ask(circles.get, { id: secret.id })).memberCount, 2);
    await server().mailsTo(chief);
  });
});

const form = (fields: Readonly<Record<string, string>>): FormData => {
  const filled = new FormData();
  for (const [name, value] of Object.entries(fields)) filled.set(name, value);
  return filled;
};
