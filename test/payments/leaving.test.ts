import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as auth from '../../contract/auth.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as moderation from '../../contract/moderation.ts';
import * as payments from '../../contract/payments.ts';
import type { Answer, Person } from '../harness/person.ts';
import { becomesUnclaimed } from '../harness/resets.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';
import { until } from '../runner/until.ts';
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

    // PAY-10, SIGNIN-20
    test('an account that starts empty keeps nothing of what its former holder paid', async () => {
      const una = await server().member('Una');
      await subscribe(una);
      const subscription = [...square.store.subscriptions.values()].at(-1) ?? assert.fail();
      await settled(una);
      await becomesUnclaimed(server(), una);
      await una.ask(auth.answerClaim, { mine: false });
      const billing = await una.ask(payments.subscription, {});
      assert.deepEqual([billing.status, billing.cardLast4, billing.payments], ['none', null, []]);
      assert.equal((await una.ask(auth.currentUser, {})).accountStatus, 'trial');
      await settled(una);
      assert.notEqual(subscription.canceledDate, null);
      assert.equal(square.store.cards.get(subscription.cardId)?.enabled, false);
      square.messages.length = 0;
    });

    // PAY-7
    test('a cancellation stands if its answer is lost, and if another plan cannot be chosen after it', async () => {
      const mia = await server().member('Mia');
      await subscribe(mia);
      const subscription = [...square.store.subscriptions.values()].at(-1) ?? assert.fail();
      const at = `/v2/subscriptions/${subscription.id}`;
      square.stumble(`${at}/cancel`, 'lost');
      assert.equal((await mia.ask(payments.cancelSubscription, {})).status, 'canceled');
      square.stumble(`${at}/swap-plan`, 500, 500);
      assert.equal((await mia.call(payments.createSubscription, { planType: 'premium' })).status, 503);
      assert.notEqual(subscription.canceledDate, null);
      assert.equal((await mia.ask(payments.subscription, {})).status, 'canceled');
      await settled(mia);
    });

    // PAY-10
    test('an account is not deleted while its member takes a cancelled plan up again', async () => {
      const lou = await server().member('Lou');
      await subscribe(lou);
      const subscription = [...square.store.subscriptions.values()].at(-1) ?? assert.fail();
      await lou.ask(payments.cancelSubscription, {});
      const { db } = server().app.context;
      const write = db.write.bind(db);
      const invoice = `/v2/invoices/${encodeURIComponent(subscription.invoiceIds[0] ?? '')}`;
      const resumed = Promise.withResolvers<Answer>();
      let letGo = () => {};
      // Once the deletion has found the plan cancelled, and before it decides.
      db.write = async (work) => {
        const done = await write(work);
        const { held_until: held } = await db.read
          .selectFrom('subscriptions')
          .select('held_until')
          .where('square_id', '=', subscription.id)
          .executeTakeFirstOrThrow();
        if (square.store.cards.get(subscription.cardId)?.enabled || held > 0) return done;
        db.write = write;
        letGo = square.hold(invoice);
        resumed.resolve(lou.call(payments.createSubscription, { planType: 'basic' }));
        await until(() => subscription.canceledDate === null);
        return done;
      };
      const refused = await leave(lou);
      letGo();
      assert.equal((await resumed.promise).status, 200);
      assert.deepEqual(
        [refused.status, Reflect.get(Object(refused.json), 'message')],
        [503, messages.paymentOpenAtLeave],
      );
      assert.equal((await lou.call(auth.currentUser)).status, 200);
      await settled(lou);
      assert.equal((await leave(lou)).status, 204);
      assert.notEqual(subscription.canceledDate, null);
      await settled(lou);
    });
  },
  square.environment,
);
