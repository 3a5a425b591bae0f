import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as moderation from '../../contract/moderation.ts';
import * as payments from '../../contract/payments.ts';
import type { Answer, Person } from '../harness/person.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';
import { startSquare } from '../fakes/square/square.ts';

const square = await startSquare();
after(() => square.close());

onBothDatabases(
  'payments of members whose account ends meanwhile',
  (server) => {
    const subscribe = (who: Person): Promise<Answer> =>
      who.call(payments.createSubscription, { planType: 'basic', paymentToken: square.token() });
    const leave = (who: Person) => who.request('DELETE', '/api/user', { json: { password } });
    const settled = async (...people: Person[]) => {
      await server().app.context.jobs.idle();
      for (const who of people) await server().mailsTo(who);
    };

    // PAY-10
    test('a member who is banned or leaves while a payment begins pays nothing', async () => {
      const chief = await server().member('Chief', { isAdmin: true });
      const donate = (who: Person) =>
        who.call(payments.createPayment, { paymentToken: square.token(), amount: 500 });
      for (const [at, pay] of [subscribe, donate].entries()) {
        const [jan, kim] = await server().members(`Jan${at}`, `Kim${at}`);
        const earlier = square.taken.charges;
        await server().beforeNextWrite(() =>
          chief.ask(moderation.actOnMember, { id: jan.id, action: 'ban' }),
        );
        assert.equal((await pay(jan)).status, 401);
        await server().beforeNextWrite(() => leave(kim));
        assert.equal((await pay(kim)).status, 401);
        assert.equal(square.taken.charges, earlier);
        await settled(jan, kim);
      }
    });
  },
  square.environment,
);
