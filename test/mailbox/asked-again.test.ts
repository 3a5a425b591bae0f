import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as circles from '../../contract/circles.ts';
import * as mailbox from '../../contract/mailbox.ts';
import { answerAsked, askFor, emailOf, mailInSettings } from '../harness/mailbox-members.ts';
import { onBothDatabases } from '../harness/test-server.ts';

onBothDatabases(
  'questions by mail to join',
  (server) => {
    // MAILBOX-2
    test('that are withdrawn and asked again do not tell who answered ‘Stop’', async () => {
      const ann = await server().member('Ann');
      const circle = await ann.makesCircle('Family', { lettersCarry: 'content' });
      const again = async (name: string, stops: boolean) => {
        const first = await askFor(ann, circle, name);
        await server().mailsTo({ email: emailOf(name) });
        if (stops) assert.ok(await answerAsked(server(), emailOf(name), 'stop'));
        await ann.ask(mailbox.withdraw, { id: circle.id, invitationId: first.id });
        const second = await askFor(ann, circle, name);
        return [second.id === first.id, second.askedAt === first.askedAt];
      };
      assert.deepEqual(await again('Stella', true), await again('Quinn', false));
      assert.deepEqual(await server().mailsTo({ email: emailOf('Stella') }), []);
    });

    // MAILBOX-4
    test('stay in the list when a member with that address is removed, and let nobody in until they are asked again', async () => {
      const [ann, ben] = await server().members('Anna', 'Benno');
      const circle = await ann.makesCircle('Club', { lettersCarry: 'content' });
      await ann.adds(ben, circle);
      for (const name of ['Benno', 'Other']) {
        await askFor(ann, circle, name);
        await server().mailsTo({ email: emailOf(name) });
      }
      const names = async () =>
        (await ann.ask(mailbox.asked, { id: circle.id })).items.map(({ firstName }) => firstName);
      await ann.ask(circles.removeMember, { id: circle.id, memberId: ben.id });
      assert.deepEqual(await names(), ['Other', 'Benno']);
      assert.equal(await answerAsked(server(), emailOf('Benno'), 'yes'), false);
      await askFor(ann, circle, 'Benno');
      assert.deepEqual(await names(), ['Other', 'Benno']);
      assert.deepEqual(await server().mailsTo(ben), []);
    });
  },
  mailInSettings,
);
