import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as auth from '../../contract/auth.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as payments from '../../contract/payments.ts';
import { syncQuietOnes } from '../../server/features/payments/follow-up.ts';
import { settleOpenRequests } from '../../server/features/payments/follow-up.ts';
import { needSquare } from '../../server/features/payments/square.ts';
import type { Answer, Person } from '../harness/person.ts';
import { onDatabases, password } from '../harness/test-server.ts';
import { startSquare } from '../fakes/square/square.ts';
import { sendMessage, signatureOf, writeMessage } from '../fakes/square/webhooks.ts';

const square = await startSquare();
after(() => square.close());

/** How often each race is run; `TEST_ROUNDS=100` for the long run. */
const rounds = Number(process.env['TEST_ROUNDS'] ?? 5);
const field = (answer: Answer, name: string): unknown => Reflect.get(Object(answer.json), name);

const subscribe = (who: Person, input: Record<string, unknown>, key?: string): Promise<Answer> =>
  who.request('POST', payments.createSubscription.path, {
    json: input,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const to = (planType: string, token = square.token()) => ({ planType, paymentToken: token });

const billingOf = (who: Person) => who.ask(payments.subscription, {});
const planOf = async (who: Person) => (await who.ask(auth.currentUser, {})).accountStatus;
const kindsOf = async (who: Person) =>
  (await who.ask(notifications.list, {})).items.map(({ kind }) => kind).toReversed();
const day = (iso: string | null | undefined) => iso?.slice(0, 10);

onDatabases(
  'subscriptions by card',
  (server, testOnBoth) => {
    const hear = async () => {
      const statuses = await square.deliver(server().url);
      assert.deepEqual(new Set(statuses), new Set(statuses.length > 0 ? [200] : []));
      await server().app.context.jobs.idle();
    };
    const mine = async (who: Person) => {
      const row = await server()
        .app.context.db.read.selectFrom('subscriptions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .select('s.square_id')
        .where('u.public_id', '=', who.id)
        .executeTakeFirstOrThrow();
      return square.billing.need(row.square_id ?? '');
    };
    const later = async () => {
      const { context } = server().app;
      await context.db.write(({ q }) => q.updateTable('payments').set({ held_until: 0 }).execute());
      await context.db.write(({ q }) => q.updateTable('subscriptions').set({ held_until: 0 }).execute());
      await settleOpenRequests(context, needSquare(context.settings));
    };
    const forget = async (...people: Person[]) => {
      for (const who of people) await server().mailsTo(who);
    };
    before(() => {
      square.messages.length = 0;
    });

    // PAY-2, PAY-7
    test('a subscription is started, renewed, changed, cancelled and ends', async () => {
      const ana = await server().member('Ana');
      const answer = await subscribe(ana, to('basic'));
      assert.equal(answer.status, 201, answer.text);
      const subscription = await mine(ana);
      let billing = await billingOf(ana);
      assert.deepEqual(
        [billing.plan, billing.status, billing.cardLast4, day(billing.paidUntil), billing.nextPlan],
        ['basic', 'active', '1111', subscription.chargedThrough, null],
      );
      assert.ok((billing.nextBillingDate ?? '') > (billing.paidUntil ?? ''));
      assert.deepEqual(
        billing.payments.map(({ kind, plan, amount, state }) => [kind, plan, amount, state]),
        [['subscription', 'basic', 100, 'succeeded']],
      );
      assert.equal(await planOf(ana), 'basic');
      await hear();
      assert.deepEqual(await kindsOf(ana), ['subscription_started']);

      square.billing.nextMonth(await mine(ana));
      await hear();
      billing = await billingOf(ana);
      assert.equal(day(billing.paidUntil), subscription.chargedThrough);
      assert.equal(billing.payments.length, 2);

      assert.deepEqual(
        [(await subscribe(ana, to('basic'))).status, (await subscribe(ana, { planType: 'basic' })).status],
        [409, 409],
      );
      const changed = await subscribe(ana, { planType: 'premium' });
      assert.deepEqual(
        [changed.status, field(changed, 'nextPlan'), field(changed, 'plan')],
        [200, 'premium', 'basic'],
      );
      assert.equal(await planOf(ana), 'basic');
      square.billing.nextMonth(await mine(ana));
      await hear();
      billing = await billingOf(ana);
      assert.deepEqual([billing.plan, billing.nextPlan, billing.payments[0]?.amount], ['premium', null, 500]);
      assert.equal(await planOf(ana), 'premium');

      const canceled = await ana.ask(payments.cancelSubscription, {});
      assert.deepEqual(
        [canceled.status, canceled.plan, canceled.nextBillingDate],
        ['canceled', 'premium', null],
      );
      assert.equal(await planOf(ana), 'premium');
      assert.equal((await ana.ask(payments.cancelSubscription, {})).status, 'canceled');
      square.billing.nextMonth(await mine(ana));
      await hear();
      billing = await billingOf(ana);
      assert.deepEqual([billing.status, billing.plan, billing.payments.length], ['ended', null, 3]);
      assert.equal(await planOf(ana), 'trial');
      assert.deepEqual(await kindsOf(ana), [
        'subscription_started',
        'subscription_renewed',
        'subscription_changed',
        'subscription_renewed',
        'subscription_canceled',
        'subscription_ended',
      ]);
      assert.equal((await server().mailsTo(ana)).length, 6);
      const none = await ana.call(payments.cancelSubscription);
      assert.deepEqual([none.status, field(none, 'error')], [409, messages.noSubscription]);
      assert.equal((await subscribe(ana, to('premium'))).status, 201, 'and again');
      assert.equal(await planOf(ana), 'premium');
      await ana.ask(payments.cancelSubscription, {});
      await forget(ana);
      await hear();
      await forget(ana);
    });

    // PAY-7
    test('choosing the plan again takes a cancellation back without a charge', async () => {
      const ben = await server().member('Ben');
      await subscribe(ben, to('basic'));
      await ben.ask(payments.cancelSubscription, {});
      const charged = square.taken.charges;
      const kept = await subscribe(ben, { planType: 'basic' });
      assert.deepEqual([kept.status, field(kept, 'status')], [200, 'active']);
      const other = await subscribe(ben, { planType: 'premium' });
      assert.equal(field(other, 'nextPlan'), 'premium');
      const back = await subscribe(ben, { planType: 'basic' });
      assert.deepEqual([back.status, field(back, 'nextPlan')], [200, null]);
      assert.equal(square.taken.charges, charged);
      const withCard = await subscribe(ben, to('premium'));
      assert.equal(withCard.status, 200, withCard.text);
      assert.notEqual((await mine(ben)).cardId, '');
      await forget(ben);
      await hear();
      await forget(ben);
    });

    // PAY-1
    test('a card declined immediately or later gives no subscription, and allows another attempt', async () => {
      const cleo = await server().member('Cleo');
      const declined = await subscribe(cleo, to('premium', square.token('declined')));
      assert.deepEqual([declined.status, field(declined, 'error')], [400, messages.cardDeclined]);
      assert.equal((await billingOf(cleo)).status, 'none');
      await subscribe(cleo, to('premium', square.token('charge-declined')));
      assert.equal((await billingOf(cleo)).status, 'pending');
      assert.equal(await planOf(cleo), 'trial');
      const twice = await subscribe(cleo, to('premium'));
      assert.deepEqual([twice.status, field(twice, 'error')], [409, messages.planHeld]);
      await hear();
      const billing = await billingOf(cleo);
      assert.deepEqual([billing.status, billing.payments[0]?.state], ['past_due', 'failed']);
      assert.equal(await planOf(cleo), 'trial');
      assert.deepEqual(await kindsOf(cleo), ['payment_failed']);

      const first = await mine(cleo);
      const taken = square.taken.charges;
      assert.equal((await subscribe(cleo, to('premium'))).status, 201);
      assert.equal(await planOf(cleo), 'premium');
      assert.equal(square.taken.charges, taken + 1);
      assert.notEqual(first.canceledDate, null);
      assert.equal(square.store.invoices.get(first.invoiceIds[0] ?? '')?.status, 'CANCELED');
      await hear();
      assert.equal((await billingOf(cleo)).status, 'active');
      await forget(cleo);
    });

    // PAY-7
    test('a declined renewal notifies the member, and the plan stays for the paid period', async () => {
      const dan = await server().member('Dan');
      await subscribe(dan, to('basic'));
      await hear();
      square.store.failsCharges = true;
      square.billing.nextMonth(await mine(dan));
      square.store.failsCharges = false;
      await hear();
      const billing = await billingOf(dan);
      assert.equal(billing.status, 'past_due');
      assert.equal(await planOf(dan), 'basic');
      assert.deepEqual(await kindsOf(dan), ['subscription_started', 'payment_failed']);
      square.billing.chargeOpenInvoices();
      await hear();
      assert.equal((await billingOf(dan)).status, 'active');
      assert.deepEqual((await kindsOf(dan)).at(-1), 'subscription_renewed');
      await forget(dan);
    });

    // PAY-7
    test('a plan is granted only when its first payment has succeeded', async () => {
      const eve = await server().member('Eve');
      square.store.chargesLater = true;
      assert.equal((await subscribe(eve, to('premium'))).status, 201);
      square.store.chargesLater = false;
      await hear();
      assert.deepEqual([(await billingOf(eve)).status, await planOf(eve)], ['pending', 'trial']);
      square.billing.chargeOpenInvoices();
      assert.equal(await planOf(eve), 'trial');
      await hear();
      assert.deepEqual([(await billingOf(eve)).status, await planOf(eve)], ['active', 'premium']);
      await forget(eve);
    });

    // PAY-11
    test('Square’s messages lead to the same state and one notification each, even late, twice and in any order', async () => {
      const fay = await server().member('Fay');
      await subscribe(fay, to('basic'));
      square.billing.nextMonth(await mine(fay));
      await fay.ask(payments.cancelSubscription, {});
      const all = square.messages.splice(0);
      const address = `${server().url}/api/square/webhook`;
      for (const message of [...all.toReversed(), ...all])
        assert.equal(await sendMessage(address, message), 200);
      await Promise.all(all.map((message) => sendMessage(address, message)));
      await server().app.context.jobs.idle();
      const billing = await billingOf(fay);
      assert.deepEqual([billing.status, billing.payments.length], ['canceled', 2]);
      const kinds = await kindsOf(fay);
      assert.equal(kinds.filter((kind) => kind === 'subscription_started').length, 1);
      assert.equal(kinds.filter((kind) => kind === 'subscription_renewed').length, 1);
      assert.equal(kinds.filter((kind) => kind === 'subscription_canceled').length, 1);
      await forget(fay);
    });

    // PAY-11
    test('forged payment messages are refused and have no effect', async () => {
      const gus = await server().member('Gus');
      await subscribe(gus, to('basic'));
      const subscription = await mine(gus);
      subscription.status = 'DEACTIVATED';
      const { body } = writeMessage('subscription.updated', 'subscription', subscription.id, {
        subscription: { id: subscription.id },
      });
      const address = `${server().url}/api/square/webhook`;
      const good = signatureOf(address, body);
      const send = (sent: string, signature: string | null) =>
        server()
          .visitor()
          .request('POST', '/api/square/webhook', {
            body: sent,
            headers: {
              'content-type': 'application/json',
              ...(signature !== null && { 'x-square-hmacsha256-signature': signature }),
            },
          });
      for (const [sent, signature] of [
        [body, null],
        [body, ''],
        [body, 'AAAA'],
        [body, `${good.startsWith('A') ? 'B' : 'A'}${good.slice(1)}`],
        [body, signatureOf('https://elsewhere.example/api/square/webhook', body)],
        [`${body} `, good],
        [body.replace('subscription.updated', 'subscription.created'), good],
      ] as const) {
        assert.equal((await send(sent, signature)).status, 403, String(signature));
      }
      await server().app.context.jobs.idle();
      assert.equal(await planOf(gus), 'basic');
      assert.equal((await send('not json', signatureOf(address, 'not json'))).status, 200);
      assert.equal((await send(body, good)).status, 200);
      await server().app.context.jobs.idle();
      assert.equal(await planOf(gus), 'trial');
      await forget(gus);
      await hear();
    });

    // PAY-1
    testOnBoth(
      '50 concurrent calls, for any choice of plans, are one subscription and one charge',
      async () => {
        for (let round = 0; round < rounds; round += 1) {
          const who = await server().member(`Round${round}`);
          const earlier = { ...square.taken, subscriptions: square.store.subscriptions.size };
          const answers = await Promise.all(
            Array.from({ length: 50 }, (_, at) => subscribe(who, to(at % 2 === 0 ? 'basic' : 'premium'))),
          );
          assert.equal(answers.filter(({ status }) => status === 201).length, 1);
          assert.ok(answers.every(({ status }) => [200, 201, 409].includes(status)));
          const token = square.token();
          const one = await server().member(`One${round}`);
          const same = await Promise.all(
            Array.from({ length: 50 }, () => subscribe(one, to('basic', token), 'act')),
          );
          assert.ok(same.every(({ status }) => status === 201));
          assert.equal(square.taken.charges - earlier.charges, 2);
          assert.equal(square.store.subscriptions.size - earlier.subscriptions, 2);
          await hear();
          await forget(who, one);
        }
      },
    );

    // PAY-4
    test('answers lost at any step leave one subscription, which is found again', async () => {
      for (const [at, lost] of ['/v2/customers', '/v2/cards', '/v2/subscriptions'].entries()) {
        const who = await server().member(`Lost${at}`);
        const earlier = square.store.subscriptions.size;
        square.stumble(lost, 'lost', 'lost');
        const token = square.token();
        const answer = await subscribe(who, to('basic', token), 'act');
        assert.deepEqual([answer.status, field(answer, 'error')], [503, messages.paymentUnknown], lost);
        assert.equal((await subscribe(who, to('basic'), 'act')).status, 409);
        await later();
        const isMade = lost === '/v2/subscriptions';
        assert.equal(await planOf(who), isMade ? 'basic' : 'trial', lost);
        const again = await subscribe(who, to('basic'), 'act');
        assert.equal(again.status, 201, again.text);
        assert.equal(await planOf(who), 'basic');
        assert.equal(square.store.subscriptions.size, earlier + 1, lost);
        await hear();
        await forget(who);
      }
    });

    // PAY-4
    test('a purchase with an unknown outcome blocks every other purchase, with any key and plan', async () => {
      const who = await server().member('Dark');
      const earlier = square.store.subscriptions.size;
      square.stumble('/v2/subscriptions', 'lost', 'lost');
      assert.equal((await subscribe(who, to('basic'), 'first')).status, 503);
      const other = await subscribe(who, to('premium'), 'second');
      assert.deepEqual([other.status, field(other, 'error')], [409, messages.paymentBusy]);
      const { context } = server().app;
      await context.db.write(({ q }) => q.updateTable('payments').set({ held_until: 0 }).execute());
      const changed = await subscribe(who, to('premium'), 'third');
      assert.deepEqual(
        [changed.status, field(changed, 'plan'), field(changed, 'nextPlan')],
        [200, 'basic', 'premium'],
      );
      assert.equal(square.store.subscriptions.size, earlier + 1);
      await hear();
      await forget(who);
    });

    // PAY-4
    test('a lost answer is found beside earlier subscriptions that were given up unpaid', async () => {
      const who = await server().member('Thrice');
      for (let card = 0; card < 2; card += 1) {
        await subscribe(who, to('basic', square.token('charge-declined')));
        await hear();
      }
      square.stumble('/v2/subscriptions', 'lost', 'lost');
      assert.equal((await subscribe(who, to('basic'))).status, 503);
      await later();
      assert.equal((await mine(who)).canceledDate, null);
      assert.deepEqual([(await billingOf(who)).status, await planOf(who)], ['active', 'basic']);
      await hear();
      await forget(who);
    });

    // PAY-11
    test('a subscription that the provider does not tell of keeps no other one from being synced', async () => {
      const [stuck, quiet] = await server().members('Stuck', 'Silent');
      const { context } = server().app;
      for (const [at, who] of [stuck, quiet].entries()) {
        await subscribe(who, to('basic'));
        const { id } = await mine(who);
        await context.db.write(({ q }) =>
          q.updateTable('subscriptions').set({ synced_at: at }).where('square_id', '=', id).execute(),
        );
      }
      square.stumble(`/v2/subscriptions/${(await mine(stuck)).id}`, 500, 500);
      (await mine(quiet)).status = 'DEACTIVATED';
      await syncQuietOnes(context, needSquare(context.settings));
      assert.deepEqual([await planOf(stuck), await planOf(quiet)], ['basic', 'trial']);
      square.messages.length = 0;
      await forget(stuck, quiet);
    });

    // PAY-11
    test('subscriptions without recent messages are synced, which replaces lost messages', async () => {
      const who = await server().member('Quiet');
      await subscribe(who, to('basic'));
      const subscription = await mine(who);
      subscription.status = 'DEACTIVATED';
      const { context } = server().app;
      await syncQuietOnes(context, needSquare(context.settings));
      assert.equal(await planOf(who), 'basic', 'looked at today already');
      await context.db.write(({ q }) => q.updateTable('subscriptions').set({ synced_at: 0 }).execute());
      await syncQuietOnes(context, needSquare(context.settings));
      assert.equal(await planOf(who), 'trial');
      square.messages.length = 0;
      await forget(who);
    });

    // PAY-13
    test('a refund made at Square is shown and notified, for donations and plans', async () => {
      const hal = await server().member('Hal');
      await hal.ask(payments.createPayment, { paymentToken: square.token(), amount: 900 });
      await subscribe(hal, to('basic'));
      const [plan, donation] = [...square.store.payments.values()].toReversed();
      square.billing.refund(donation?.id ?? '', 400);
      square.billing.refund(donation?.id ?? '', 500);
      square.billing.refund(plan?.id ?? '', 100);
      await hear();
      const shown = (await billingOf(hal)).payments.map(({ kind, amount, refunded }) => [
        kind,
        amount,
        refunded,
      ]);
      assert.deepEqual(shown, [
        ['subscription', 100, 100],
        ['donation', 900, 900],
      ]);
      assert.ok((await kindsOf(hal)).includes('payment_refunded'));
      assert.equal(
        (await server().app.context.db.read.selectFrom('audit').select('act').execute()).filter(
          ({ act }) => act === 'payment.refunded',
        ).length,
        2,
      );
      await forget(hal);
    });

    // PAY-10
    testOnBoth(
      'deleting an account cancels its subscription first, and fails while Square is unreachable',
      async () => {
        const ida = await server().member('Ida');
        await subscribe(ida, to('premium'));
        const subscription = await mine(ida);
        const leave = () => ida.request('DELETE', '/api/user', { json: { password } });
        square.stumble(`/v2/subscriptions/${subscription.id}/cancel`, 'cut', 'cut');
        const refused = await leave();
        assert.deepEqual([refused.status, field(refused, 'message')], [503, messages.paymentOpenAtLeave]);
        assert.equal((await ida.call(auth.currentUser)).status, 200);
        await forget(ida);
        assert.equal((await leave()).status, 204);
        assert.notEqual(subscription.canceledDate, null);
        assert.equal(square.store.cards.get(subscription.cardId)?.enabled, false);
        await hear();
        await forget(ida);
      },
    );

    // PAY-10
    test('a ban cancels the subscription as well, as soon as Square is reachable', async () => {
      const jan = await server().member('Jan');
      const chief = await server().member('Chief', { isAdmin: true });
      await subscribe(jan, to('basic'));
      const subscription = await mine(jan);
      square.stumble(`/v2/subscriptions/${subscription.id}/cancel`, 'cut', 'cut');
      await chief.ask(moderation.actOnMember, { id: jan.id, action: 'ban' });
      const { context } = server().app;
      const waits = () =>
        context.db.read
          .selectFrom('jobs')
          .select('attempts')
          .where('kind', '=', 'end-payments')
          .execute()
          .then((rows) => rows.map(({ attempts }) => attempts));
      await context.jobs.idle();
      assert.deepEqual(await waits(), [1], 'it comes back');
      assert.equal(subscription.canceledDate, null);
      await context.db.write(({ q }) =>
        q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'end-payments').execute(),
      );
      await context.jobs.idle();
      assert.deepEqual(await waits(), []);
      assert.notEqual(subscription.canceledDate, null);
      assert.equal(square.store.cards.get(subscription.cardId)?.enabled, false);
      await hear();
      await forget(jan);
    });
  },
  square.environment,
);
