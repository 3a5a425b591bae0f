import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import * as account from '../../contract/account.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as notifications from '../../contract/notifications.ts';
import * as payments from '../../contract/payments.ts';
import * as verification from '../../contract/verification.ts';
import { settleOpenRequests } from '../../server/features/payments/follow-up.ts';
import { needSquare } from '../../server/features/payments/square.ts';
import { builtProgram } from '../harness/built.ts';
import { freePort } from '../harness/free-port.ts';
import type { Answer, Person } from '../harness/person.ts';
import { onDatabases, password, type TestServer } from '../harness/test-server.ts';
import { unzip } from '../harness/unzip.ts';
import { startSquare } from '../fakes/square/square.ts';
import { until } from '../runner/until.ts';

const square = await startSquare();
after(() => square.close());

const path0 = '/v2/payments';
/** How often each race is run; `TEST_ROUNDS=100` for the long run. */
const rounds = Number(process.env['TEST_ROUNDS'] ?? 5);
const field = (answer: Answer, name: string): unknown => Reflect.get(Object(answer.json), name);

const donate = (who: Person, input: Record<string, unknown>, key?: string): Promise<Answer> =>
  who.request('POST', payments.createPayment.path, {
    json: input,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

const kindsOf = async (who: Person) =>
  (await who.ask(notifications.list, {})).items.map(({ kind }) => kind).toReversed();

/** Ends all leases on payments, as if their time had run out, and settles the open payments. */
const later = async ({ app: { context } }: TestServer) => {
  await context.db.write(({ q }) => q.updateTable('payments').set({ held_until: 0 }).execute());
  await settleOpenRequests(context, needSquare(context.settings));
};

const taking = () => {
  const earlier = { ...square.taken };
  return () => ({
    charges: square.taken.charges - earlier.charges,
    cents: square.taken.cents - earlier.cents,
  });
};

onDatabases(
  'donations by card',
  (server, testOnBoth) => {
    let ana: Person;
    before(async () => {
      ana = await server().member('Ana');
    });
    const lastOf = async (who: Person) => (await who.ask(payments.subscription, {})).payments[0];

    test('a donation is charged once, listed, notified and thanked for', async () => {
      const taken = taking();
      const answer = await donate(ana, { paymentToken: square.token(), amount: 500 });
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.deepEqual(taken(), { charges: 1, cents: 500 });
      const last = await lastOf(ana);
      assert.deepEqual(
        [last?.kind, last?.amount, last?.state, last?.cardLast4, last?.refunded],
        ['donation', 500, 'succeeded', '1111', 0],
      );
      assert.deepEqual(await kindsOf(ana), ['donation_received']);
      const [mail] = await server().mailsTo(ana);
      assert.equal(mail?.subject, 'Thank you for your donation');
    });

    // PAY-2
    test('bad input of a donation is refused without a request to Square', async () => {
      const calls = square.calls.length;
      const paymentToken = square.token();
      for (const input of [
        ...[99, 10_001, 1.5, '500', -1, 0, null, 1e21].map((amount) => ({ paymentToken, amount })),
        { paymentToken },
        { paymentToken: '', amount: 500 },
        { paymentToken: 5, amount: 500 },
        { amount: 500 },
        { paymentToken, amount: 500, price: 1 },
        { paymentToken, amount: 500, currency: 'EUR' },
      ]) {
        const answer = await donate(ana, input);
        assert.equal(answer.status, 400, JSON.stringify(input));
        assert.equal(field(answer, 'error'), field(answer, 'message'));
      }
      for (const input of [
        { paymentToken, planType: 'gold' },
        { paymentToken, planType: 'basic', price: 1 },
        { paymentToken, planType: 'basic', amount: 100 },
        { paymentToken },
        { planType: 'basic' },
      ]) {
        const answer = await ana.request('POST', payments.createSubscription.path, { json: input });
        assert.equal(answer.status, 400, JSON.stringify(input));
        assert.equal(field(answer, 'error'), field(answer, 'message'));
      }
      assert.equal(square.calls.length, calls);
    });

    test('a visitor’s payment call gets 401, with the text in the field `error` too', async () => {
      const answer = await donate(server().visitor(), { paymentToken: square.token(), amount: 500 });
      assert.deepEqual([answer.status, field(answer, 'error')], [401, 'Unauthorized']);
    });

    // PAY-1
    test('a declined card says why and charges nothing, and the same idempotency key takes another card', async () => {
      const taken = taking();
      for (const [behaviour, sentence] of [
        ['declined', messages.cardDeclined],
        ['wrong-code', messages.cardCode],
        ['wrong-postcode', messages.cardPostcode],
        ['expired', messages.cardExpired],
      ] as const) {
        const token = square.token(behaviour);
        const answer = await donate(ana, { paymentToken: token, amount: 700 }, 'a-key');
        assert.deepEqual([answer.status, field(answer, 'error')], [400, sentence]);
        const again = await donate(ana, { paymentToken: token, amount: 700 }, 'a-key');
        assert.deepEqual([again.status, field(again, 'error')], [400, sentence]);
      }
      assert.equal((await lastOf(ana))?.state, 'failed');
      assert.deepEqual(taken(), { charges: 0, cents: 0 });
      const good = await donate(ana, { paymentToken: square.token(), amount: 700 }, 'a-key');
      assert.equal(good.status, 201, good.text);
      assert.deepEqual(taken(), { charges: 1, cents: 700 });
      await server().mailsTo(ana);
    });

    // PAY-1
    test('calls with the same card token are one request, also with another idempotency key', async () => {
      const taken = taking();
      const token = square.token();
      const first = await donate(ana, { paymentToken: token, amount: 300 }, 'one-act');
      for (const [input, key] of [
        [{ paymentToken: token, amount: 300 }, 'one-act'],
        [{ paymentToken: token, amount: 300 }, 'another-key'],
        [{ paymentToken: token, amount: 300 }, undefined],
        [{ paymentToken: square.token(), amount: 300 }, 'one-act'],
      ] as const) {
        const again = await donate(ana, input, key);
        assert.deepEqual([again.status, field(again, 'id')], [201, field(first, 'id')]);
      }
      const other = await donate(ana, { paymentToken: square.token(), amount: 400 }, 'one-act');
      assert.deepEqual([other.status, field(other, 'error')], [422, messages.paymentKeyTaken]);
      const ben = await server().member('Ben');
      const foreign = await donate(ben, { paymentToken: token, amount: 300 });
      assert.deepEqual([foreign.status, field(foreign, 'error')], [409, messages.paymentKeyTaken]);
      assert.deepEqual(taken(), { charges: 1, cents: 300 });
      await server().mailsTo(ana);
    });

    // PAY-1
    testOnBoth(
      '50 concurrent calls with one card token, and 50 with one key, are one charge each',
      async () => {
        for (let round = 0; round < rounds; round += 1) {
          const taken = taking();
          const token = square.token();
          const key = `round-${round}`;
          const fifty = await Promise.all(
            Array.from({ length: 50 }, () => donate(ana, { paymentToken: token, amount: 100 })),
          );
          assert.deepEqual(new Set(fifty.map(({ status }) => status)), new Set([201]));
          const more = await Promise.all(
            Array.from({ length: 50 }, () => donate(ana, { paymentToken: square.token(), amount: 200 }, key)),
          );
          assert.deepEqual(new Set(more.map(({ status }) => status)), new Set([201]));
          // One token under 50 keys: one call is charged, the others are asked to wait or get the same answer.
          const mixed = square.token();
          const keys = await Promise.all(
            Array.from({ length: 50 }, (_, at) =>
              donate(ana, { paymentToken: mixed, amount: 300 }, `${key}-${at}`),
            ),
          );
          assert.ok(keys.every(({ status }) => status === 201 || status === 409));
          assert.ok(keys.some(({ status }) => status === 201));
          assert.deepEqual(taken(), { charges: 3, cents: 600 });
        }
        await server().mailsTo(ana);
      },
    );

    test('a temporary fault of the payment provider is retried with the same key', async () => {
      const taken = taking();
      square.stumble(path0, 500);
      assert.equal((await donate(ana, { paymentToken: square.token(), amount: 100 })).status, 201);
      square.stumble(path0, 'lost');
      assert.equal((await donate(ana, { paymentToken: square.token(), amount: 100 })).status, 201);
      square.stumble(path0, 'cut');
      assert.equal((await donate(ana, { paymentToken: square.token(), amount: 100 })).status, 201);
      assert.deepEqual(taken(), { charges: 3, cents: 300 });
      await server().mailsTo(ana);
    });

    // PAY-4
    test('a payer whose payment got no answer is asked not to pay again, and the charge is found', async () => {
      const taken = taking();
      square.stumble(path0, 'lost', 'lost');
      const token = square.token();
      const answer = await donate(ana, { paymentToken: token, amount: 900 }, 'lost-act');
      assert.deepEqual([answer.status, field(answer, 'error')], [503, messages.paymentUnknown]);
      assert.equal((await lastOf(ana))?.state, 'processing');
      // Pressing again, with the same card entry or a new one, charges nothing while it is not known.
      for (const again of [token, square.token()]) {
        const busy = await donate(ana, { paymentToken: again, amount: 900 }, 'lost-act');
        assert.deepEqual([busy.status, field(busy, 'error')], [409, messages.paymentBusy]);
      }
      await later(server());
      assert.equal((await lastOf(ana))?.state, 'succeeded');
      const found = await donate(ana, { paymentToken: square.token(), amount: 900 }, 'lost-act');
      assert.equal(found.status, 201);
      assert.deepEqual(taken(), { charges: 1, cents: 900 });
      assert.equal((await kindsOf(ana)).at(-1), 'donation_received');
      await server().mailsTo(ana);
    });

    // PAY-4
    test('a donation with an unknown outcome blocks every other one, with any key and amount', async () => {
      const taken = taking();
      square.stumble(path0, 'lost', 'lost');
      assert.equal((await donate(ana, { paymentToken: square.token(), amount: 700 }, 'one')).status, 503);
      for (const key of ['two', undefined]) {
        const other = await donate(ana, { paymentToken: square.token(), amount: 400 }, key);
        assert.deepEqual([other.status, field(other, 'error')], [409, messages.paymentBusy]);
      }
      const plan = { planType: 'basic', paymentToken: square.token() };
      assert.equal((await ana.call(payments.createSubscription, plan)).status, 409);
      assert.deepEqual(taken(), { charges: 1, cents: 700 });
      await server().app.context.db.write(({ q }) =>
        q.updateTable('payments').set({ held_until: 0 }).execute(),
      );
      const settled = await donate(ana, { paymentToken: square.token(), amount: 400 }, 'two');
      assert.equal(settled.status, 201, settled.text);
      const { payments: shown } = await ana.ask(payments.subscription, {});
      assert.deepEqual(
        shown.slice(0, 2).map(({ amount, state }) => [amount, state]),
        [
          [400, 'succeeded'],
          [700, 'succeeded'],
        ],
      );
      assert.deepEqual(taken(), { charges: 2, cents: 1_100 });
      await server().mailsTo(ana);
    });

    // PAY-4
    test('a payment that never reached the provider is settled as not charged, and its payer is notified', async () => {
      const taken = taking();
      square.stumble(path0, 'cut', 'cut');
      const answer = await donate(ana, { paymentToken: square.token(), amount: 800 }, 'cut-act');
      assert.equal(answer.status, 503);
      // The payment stays undecided while the provider is unreachable.
      square.stumble(path0, 'cut', 'cut');
      await later(server());
      assert.equal((await lastOf(ana))?.state, 'processing');
      await later(server());
      assert.equal((await lastOf(ana))?.state, 'failed');
      assert.equal((await kindsOf(ana)).at(-1), 'payment_failed');
      assert.equal((await donate(ana, { paymentToken: square.token(), amount: 800 }, 'cut-act')).status, 201);
      assert.deepEqual(taken(), { charges: 1, cents: 800 });
      await server().mailsTo(ana);
    });

    test('entering the card again first settles the payment that got no answer, and charges once', async () => {
      const taken = taking();
      square.stumble(path0, 'lost', 'lost');
      assert.equal((await donate(ana, { paymentToken: square.token(), amount: 600 }, 'entry')).status, 503);
      await server().app.context.db.write(({ q }) =>
        q.updateTable('payments').set({ held_until: 0 }).execute(),
      );
      const again = await Promise.all(
        Array.from({ length: 10 }, () => donate(ana, { paymentToken: square.token(), amount: 600 }, 'entry')),
      );
      assert.deepEqual(new Set(again.map(({ status }) => status)), new Set([201]));
      assert.deepEqual(taken(), { charges: 1, cents: 600 });
      await server().mailsTo(ana);
    });

    // PAY-1
    test('a server that dies between the payment call and its answer charges once', async () => {
      const taken = taking();
      const letGo = square.hold(path0);
      const asked = square.calls.length;
      const { child, url } = await startBeside(server());
      const token = square.token();
      const dying = fetch(url + payments.createPayment.path, {
        method: 'POST',
        headers: {
          cookie: ana.cookie ?? '',
          'content-type': 'application/json',
          'idempotency-key': 'killed',
        },
        body: JSON.stringify({ paymentToken: token, amount: 1_000 }),
      }).then(
        () => 'answered',
        () => 'cut off',
      );
      await until(() => square.calls.length > asked);
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
      assert.equal(await dying, 'cut off');
      letGo();
      const busy = await donate(ana, { paymentToken: token, amount: 1_000 }, 'killed');
      assert.equal(busy.status, 409, 'it may still be under way');
      await later(server());
      const again = await donate(ana, { paymentToken: token, amount: 1_000 }, 'killed');
      assert.equal(again.status, 201, again.text);
      assert.deepEqual(taken(), { charges: 1, cents: 1_000 });
      await server().mailsTo(ana);
    });

    test('a provider that does not answer delays no other job', async () => {
      const [chief, eve] = [
        await server().member('Chief', { isAdmin: true }),
        await server().member('Eve', { isVerified: false }),
      ];
      square.messages.length = 0;
      for (const amount of [100, 200]) await donate(ana, { paymentToken: square.token(), amount });
      const paths = [...square.store.payments.keys()].slice(-2).map((id) => `${path0}/${id}`);
      const letGo = paths.map((one) => square.hold(one));
      await square.deliver(server().url);
      const asked = () => square.calls.filter((call) => paths.some((one) => call === `GET ${one}`)).length;
      await until(() => asked() === 2);
      await eve.ask(verification.submit, { personalStatement: 'Maya invited me; we run on Sundays.' });
      await until(async () => (await kindsOf(chief)).includes('verification_waiting'));
      assert.equal(asked(), 2, 'before they are asked for again');
      for (const one of letGo) one();
      await server().app.context.jobs.idle();
      for (const who of [ana, chief]) await server().mailsTo(who);
    });

    test('an export contains what its owner paid, and no payments of others', async () => {
      const fay = await server().member('Fay');
      await fay.ask(payments.createPayment, { paymentToken: square.token(), amount: 1_200 });
      await fay.ask(account.requestExport, { password });
      await server().app.context.jobs.idle();
      const response = await fay.fetch('GET', '/api/user/export/file');
      const files = await unzip(Buffer.from(await response.arrayBuffer()));
      const { payments: shown } = await fay.ask(payments.subscription, {});
      assert.deepEqual(JSON.parse(String(files.get('data/payments.json'))), shown);
      await server().mailsTo(fay);
    });

    // PAY-10
    test('deleting an account waits until the outcome of the member’s payment is known', async () => {
      const gus = await server().member('Gus');
      square.stumble(path0, 'lost', 'lost');
      assert.equal((await donate(gus, { paymentToken: square.token(), amount: 100 })).status, 503);
      const leave = () => gus.request('DELETE', '/api/user', { json: { password: 'lemon-tart-at-noon' } });
      const refused = await leave();
      assert.deepEqual([refused.status, field(refused, 'message')], [503, messages.paymentOpenAtLeave]);
      await later(server());
      await server().mailsTo(gus);
      assert.equal((await leave()).status, 204);
    });
  },
  square.environment,
);

/** A second server on the same database, in a separate process. */
const startBeside = async (server: TestServer) => {
  const { PORT: _, ...environment } = server.environment;
  const port = String(await freePort());
  const child = spawn(process.execPath, [builtProgram('main')], {
    env: { ...process.env, ...environment, PORT: port, PUBLIC_URL: server.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => assert.fail('The server beside did not start'));
  await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  child.stdout.resume();
  return { child, url: `http://localhost:${port}` };
};

onDatabases('payments on a server without a payment provider', (server) => {
  test('without a payment provider every payment call answers 503, with the text in the field `error` too', async () => {
    const who = await server().member('Hal');
    for (const [call, input] of [
      [payments.createPayment, { paymentToken: 'cnon:card-nonce-ok', amount: 500 }],
      [payments.createSubscription, { paymentToken: 'cnon:card-nonce-ok', planType: 'basic' }],
      [payments.cancelSubscription, {}],
    ] as const) {
      const answer = await who.call(call, input);
      assert.deepEqual([answer.status, field(answer, 'error')], [503, messages.paymentsOff]);
    }
    const message = await server().visitor().request('POST', '/api/square/webhook', { json: {} });
    assert.equal(message.status, 503);
    assert.equal((await who.ask(payments.subscription, {})).status, 'none');
    assert.deepEqual(field(await who.request('GET', '/api/config'), 'payments'), {
      enabled: false,
      applicationId: null,
      locationId: null,
      scriptUrl: null,
    });
  });
});
