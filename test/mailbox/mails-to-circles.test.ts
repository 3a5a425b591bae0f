import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as circles from '../../contract/circles.ts';
import {
  circleAddress,
  composeMail,
  deliver,
  joinByLetter,
  mailInSettings,
  momentAddress,
} from '../harness/mailbox-members.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabases } from '../harness/test-server.ts';

onDatabases(
  'mails to addresses of circles and moments',
  (server, testOnBoth) => {
    test('that answer two moments reach neither, and one mail asks which moment', async () => {
      const lena = await server().member('Lena');
      const family = await lena.makesCircle('Family', { lettersCarry: 'content' });
      const ruth = await joinByLetter(server(), lena, family, 'Ruth');
      const both = [await lena.posts('One', { to: family }), await lena.posts('Two', { to: family })];
      const to = await Promise.all(both.map((post) => momentAddress(server(), ruth, post)));
      await lena.posts('Three', { to: family });
      const raw = await composeMail({ from: ruth.email, to: to.join(', '), text: 'Lovely' });
      await deliver(server(), raw, to);
      for (const post of both) assert.deepEqual(await lena.reads(post), []);
      const [mail, ...more] = await server().mailsTo(ruth);
      assert.deepEqual([mail?.subject, more], ['Which moment did you mean?', []]);
      assert.match(mail?.text ?? '', /Your answer could be about several moments/);
      assert.match(mail?.text ?? '', /Lovely/);
      for (const address of to) assert.ok(mail?.text.includes(address));
      assert.ok(!mail?.text.includes('Three'));
      await server().mailsTo(lena);
    });

    // MAILBOX-22
    testOnBoth(
      'reach that circle alone, and of two circles the one that their sender is still in',
      async () => {
        const ann = await server().member('Ann', { isAdmin: true });
        const [family, club] = await Promise.all(
          ['Family', 'Club'].map((name) => ann.makesCircle(name, { lettersCarry: 'content' })),
        );
        assert.ok(family && club);
        const rosa = await joinByLetter(server(), ann, family, 'Rosa', { verifies: true });
        await joinByLetter(server(), ann, club, 'Rosa');
        const toFamily = await circleAddress(server(), rosa, family);
        const toClub = await circleAddress(server(), rosa, club);
        const send = async (text: string, to: readonly string[]) => {
          const raw = await composeMail({ from: rosa.email, to: to.join(', '), subject: text, text });
          await deliver(server(), raw, to);
          const [post] = (await ann.feed({})).items;
          return [post?.content, post?.circles.map(({ name }) => name).toSorted()];
        };
        assert.deepEqual(await send('To one', [toClub]), ['To one', ['Club']]);
        assert.deepEqual(await send('To both', [toClub, toFamily]), ['To both', ['Club', 'Family']]);
        await ann.ask(circles.removeMember, { id: family.id, memberId: rosa.id });
        assert.deepEqual(await send('Still here', [toClub, toFamily]), ['Still here', ['Club']]);
        await server().mailsTo(ann);
      },
    );

    test('without text have their subject as words, unless it only names the circle or answers a mail', async () => {
      const mia = await server().member('Mia', { isAdmin: true });
      const family = await mia.makesCircle('Family', { lettersCarry: 'content' });
      const romy = await joinByLetter(server(), mia, family, 'Romy', { verifies: true });
      const to = await circleAddress(server(), romy, family);
      const attachments = [{ filename: 'a.jpg', content: await plainPhoto() }];
      for (const subject of ['Family dinner on Sunday', 'Family', 'Re: Family dinner']) {
        const raw = await composeMail({ from: romy.email, to, subject, text: '', attachments });
        await deliver(server(), raw, [to]);
      }
      const shared = (await mia.feed({})).items.map(({ content }) => content);
      assert.deepEqual(shared.toReversed(), ['Family dinner on Sunday', '', '']);
      for (const who of [mia, romy]) assert.deepEqual(await server().mailsTo(who), []);
    });

    test('stop no letters with a caption of one word: only a mail of that word alone does', async () => {
      const nia = await server().member('Nia', { isAdmin: true });
      const family = await nia.makesCircle('Family', { lettersCarry: 'content' });
      const rahel = await joinByLetter(server(), nia, family, 'Rahel', { verifies: true });
      const to = await circleAddress(server(), rahel, family);
      const photo = { filename: 'a.jpg', content: await plainPhoto(1800, 1200) };
      const send = async (text: string, attachments: (typeof photo)[]) =>
        deliver(server(), await composeMail({ from: rahel.email, to, text, attachments }), [to]);
      await send('Stop!', [photo]);
      const shared = (await nia.feed({})).items.map(({ content, photosCount }) => [content, photosCount]);
      assert.deepEqual(shared, [['Stop!', 1]]);
      assert.deepEqual(await server().mailsTo(rahel), []);
      await send('Stop!', []);
      const [mail, ...more] = await server().mailsTo(rahel);
      assert.deepEqual([mail?.subject, more], ['You won’t get any more letters', []]);
      assert.equal((await nia.feed({})).items.length, 1);
      await server().mailsTo(nia);
    });

    testOnBoth('that answered a moment make no follower of it: nothing rings for later answers', async () => {
      const [ava, bo] = await server().members('Ava', 'Bo');
      const choir = await ava.makesCircle('Choir', { lettersCarry: 'content' });
      await ava.adds(bo, choir);
      const rita = await joinByLetter(server(), ava, choir, 'Rita');
      const post = await ava.posts('The concert', { to: choir });
      const toPost = await momentAddress(server(), rita, post);
      await deliver(server(), await composeMail({ from: rita.email, to: toPost, text: 'Lovely' }), [toPost]);
      await bo.comments(post, 'Me too');
      await server().app.context.jobs.idle();
      assert.deepEqual(await ava.reads(post), ['Lovely', 'Me too']);
      const rung = await server()
        .app.context.db.read.selectFrom('notifications')
        .innerJoin('users', 'users.id', 'notifications.user_id')
        .select('kind')
        .where('users.by_letter', '=', 1)
        .execute();
      assert.deepEqual(rung, []);
    });
  },
  mailInSettings,
);
