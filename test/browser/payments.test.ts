import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as payments from '../../contract/payments.ts';
import type { Person } from '../harness/person.ts';
import { onDatabase, TestServer } from '../harness/test-server.ts';
import { type SquarePeer, startSquare } from '../fakes/square/square.ts';
import { longTest } from '../runner/long-test.ts';
import { button, Window } from './browser.ts';

const good = '4111 1111 1111 1111';

const fillCard = async (page: Page, number: string, cvv = '111') => {
  const card = page.frameLocator('iframe[title="Secure card form"]');
  await card.getByLabel('Card number').fill(number);
  await card.getByLabel('MM/YY').fill('12/30');
  await card.getByLabel('CVV').fill(cvv);
  await card.getByLabel('ZIP').fill('94103');
};

let square: SquarePeer;

onDatabase(
  'sqlite',
  'payments, in the browser',
  (server) => {
    let ana: Person;
    before(async () => {
      ana = await server().member('Ana');
    });
    after(async () => {
      await square.close();
    });
    const open = async (who: Person | null, options: Parameters<typeof Window.open>[1] = {}) => {
      const window = await Window.open(server().url, { ...options, alsoAsks: square.url });
      if (who) await window.signIn(who);
      return window;
    };

    // PAY-1, PAY-2, PAY-5
    longTest('a donation of $5 succeeds after wrong and declined cards', async () => {
      const window = await open(ana);
      const { page } = window;
      await page.goto('/square-donate');
      await page.getByRole('heading', { name: 'Support Circle' }).waitFor();
      await window.isAccessible('the donation');
      const other = page.getByLabel('$1-$100');
      for (const typed of ['0.5', '101', '-3', '1-', '7.5.']) {
        await other.fill(typed);
        assert.ok(await page.getByRole('button', { name: /^Donate/ }).isDisabled(), typed);
      }
      for (const typed of ['7.5', '7,50 ']) {
        await other.fill(typed);
        await button(page, 'Donate $7.50').waitFor();
      }
      await page.getByRole('radio', { name: '$25' }).check();
      assert.equal(await other.inputValue(), '');
      await page.getByRole('radio', { name: '$5', exact: true }).check();
      await button(page, 'Donate $5').click();
      await button(page, 'Cancel').click();
      await button(page, 'Donate $5').click();

      const pay = button(page, 'Pay $5');
      await page.frameLocator('iframe').getByLabel('Card number').waitFor();
      await window.isAccessible('the card form');
      await pay.click();
      await page.getByText('Credit card number is not valid, Expiration date is not valid').first().waitFor();
      await fillCard(page, '4000 0000 0000 0002');
      await pay.click();
      await page.getByText('Payment Failed').first().waitFor();
      await page.getByText('Your card was declined and nothing was charged.').first().waitFor();
      assert.equal(square.taken.charges, 0);
      await fillCard(page, good);
      await pay.dblclick();
      await page.getByText('Thank You!').first().waitFor();
      assert.equal(new URL(page.url()).pathname, '/my-account');
      await page.getByText('Your $5 donation helps keep Circle running!').first().waitFor();
      assert.deepEqual(square.taken, { charges: 1, cents: 500 });
      assert.equal(await page.evaluate(() => 'Square' in globalThis), false, 'the script stays on its pages');
      await server().mailsTo(ana);
      await window.close();
    });

    test('a subscription is started with a card that the bank checks, renewed, declined, changed and cancelled', async () => {
      const { taken } = square;
      const window = await open(ana, { screen: 'phone', colorScheme: 'dark' });
      const { page } = window;
      await page.goto('/square-subscribe');
      await button(page, 'Subscribe for $5/month').waitFor();
      await page.getByRole('link', { name: 'Basic is $1 a month' }).click();
      await page.getByText('Priority support').waitFor();
      await window.fits('the plan');
      await window.isAccessible('the plan');
      await button(page, 'Subscribe for $1/month').click();
      await page.getByRole('heading', { name: 'Basic' }).waitFor();
      await fillCard(page, '4310 0000 0020 1019');
      await window.fits('the card form');
      await button(page, 'Pay $1').click();
      await button(page, 'Processing...').waitFor();
      const bank = page.frameLocator('iframe[title="Your bank"]');
      await bank.getByLabel('Verification code').fill('123456');
      await bank.getByRole('button', { name: 'Confirm' }).click();
      await page.waitForURL('**/my-account');
      await page.getByText('Successfully subscribed to Circle Basic').first().waitFor();

      const hear = async () => {
        await square.deliver(server().url);
        await server().app.context.jobs.idle();
      };
      const look = async (plan: 'basic' | 'premium') => {
        await page.goto(`/square-subscribe?plan=${plan}`);
        await page.getByRole('heading', { name: 'Subscription and billing' }).waitFor();
      };
      await look('basic');
      await page.getByText('Active', { exact: true }).waitFor();
      await page.getByText(/^Next billing date: /).waitFor();
      await window.fits('the billing');
      await window.isAccessible('the billing');

      square.store.failsCharges = true;
      square.billing.nextMonth();
      square.store.failsCharges = false;
      await hear();
      await page.goto('/square-subscribe?plan=basic');
      await button(page, 'Subscribe for $1/month').waitFor();
      square.billing.chargeOpenInvoices();
      await hear();

      await look('basic');
      await button(page, 'Change to Premium').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Change to Premium' }).click();
      await page.getByText('Then changes to Premium').waitFor();
      square.billing.nextMonth();
      await hear();
      await look('premium');
      await page.getByText('$5', { exact: true }).nth(1).waitFor();
      await button(page, 'Cancel anytime').click();
      await window.isAccessible('the question');
      await button(page, 'Cancel subscription').click();
      await page.getByText('Cancelled', { exact: true }).waitFor();
      // The plan is paid for until its month ends.
      await page.goto('/square-subscribe?plan=basic');
      await button(page, 'Subscribe for $1/month').click();
      await page.getByText('Monthly, from your next billing date').waitFor();
      square.billing.nextMonth();
      await hear();
      await page.goto('/square-subscribe');
      await button(page, 'Subscribe for $5/month').waitFor();
      assert.equal((await ana.ask(payments.subscription, {})).status, 'ended');
      assert.deepEqual(square.taken, {
        charges: taken.charges + 3,
        cents: taken.cents + 100 + 100 + 500,
      });
      await server().mailsTo(ana);
      await window.close();
    });

    // PAY-4
    test('a payer whose answer is lost is not told that the payment failed', async () => {
      const { taken } = square;
      const window = await open(ana);
      const { page } = window;
      await page.goto('/square-donate');
      await button(page, 'Donate $5').click();
      await fillCard(page, good);
      await page.route('**/api/square/create-payment', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await button(page, 'Pay $5').click();
      await page
        .getByText(/Payment Failed|Not confirmed yet/)
        .first()
        .waitFor();
      const said = await page.locator('body').textContent();
      assert.equal(square.taken.charges, taken.charges + 1);
      assert.doesNotMatch(said ?? '', /Payment Failed/);
      assert.match(said ?? '', /don’t know yet whether you were charged/);
      await server().mailsTo(ana);
      await window.close();
    });

    test('a visitor of the payment pages is asked to sign in', async () => {
      const window = await open(null);
      const { page } = window;
      await page.goto('/square-subscribe?plan=basic');
      await page.getByRole('heading', { name: 'Please sign in to subscribe' }).waitFor();
      await page.goto('/square-donate');
      await page.getByRole('heading', { name: 'Please sign in to donate' }).waitFor();
      await window.isAccessible('the page of a visitor');
      await page.getByRole('link', { name: 'Sign In' }).click();
      await page.waitForURL('**/auth');
      await window.close();
    });

    test('without a payment provider both payment pages say so and offer no button', async () => {
      const quiet = await TestServer.open('sqlite');
      const ben = await quiet.member('Ben');
      const window = await Window.open(quiet.url);
      const { page } = window;
      await window.signIn(ben);
      for (const path of ['/square-donate', '/square-subscribe?plan=basic']) {
        await page.goto(path);
        await page.getByText('Card payments are not set up here.').waitFor();
        assert.equal(await page.getByRole('button', { name: /^(?:Donate|Subscribe)/ }).count(), 0);
        await window.isAccessible(path);
      }
      await window.close();
      await quiet.close();
    });

    // PAY-5, APP-7
    test('only the two payment pages may load the provider’s script, and one that does not load can be retried', async () => {
      const rules = async (path: string) =>
        (await ana.request('GET', path)).headers.get('content-security-policy') ?? '';
      for (const path of ['/square-donate', '/square-subscribe?plan=basic', '/square-subscribe/']) {
        assert.match(await rules(path), new RegExp(`script-src 'self' 'sha256-[^' ]+' ${square.url};`), path);
      }
      for (const path of ['/', '/my-account', '/square-donate/x', '/api/config']) {
        assert.ok(!(await rules(path)).includes(square.url), path);
      }
      const window = await open(ana);
      const { page } = window;
      let refuse = true;
      await page.route('**/square.js', (route) => (refuse ? route.abort() : route.continue()));
      await page.goto('/square-donate');
      await button(page, 'Donate $5').click();
      await page.getByText('Failed to initialize payment system').first().waitFor();
      await button(page, 'Pay $5').click();
      await page.getByText('Payment form not ready').first().waitFor();
      refuse = false;
      await button(page, 'Try again').click();
      await page.frameLocator('iframe').getByLabel('Card number').waitFor();
      await window.close();
    });
  },
  async () => {
    square = await startSquare();
    return square.environment;
  },
);
