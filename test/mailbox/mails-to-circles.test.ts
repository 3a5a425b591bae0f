import assert from 'node:assert/strict';
import * as circles from '../../contract/circles.ts';
import {
  circleAddress,
  composeMail,
  deliver,
  joinByLetter,
  mailInSettings,
} from '../harness/mailbox-members.ts';
import { onDatabases } from '../harness/test-server.ts';

onDatabases(
  'mails to circles',
  (server, testOnBoth) => {
    // MAILBOX-19, MAILBOX-22
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
  },
  mailInSettings,
);
