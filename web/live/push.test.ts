import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setGlobals } from '../../test/runner/globals.ts';
import { isPushOn, turnPushOff, turnPushOn } from './push.ts';

let subscription: { endpoint: string; unsubscribe: () => Promise<boolean> } | null = null;
const pushManager = {
  subscribe: () => {
    subscription = {
      endpoint: 'https://push.example/1',
      unsubscribe: () => {
        subscription = null;
        return Promise.resolve(true);
      },
    };
    return Promise.resolve(subscription);
  },
  getSubscription: () => Promise.resolve(subscription),
};
const registration = { pushManager };

setGlobals({
  isSecureContext: true,
  PushManager: {},
  Notification: { permission: 'granted', requestPermission: () => Promise.resolve('granted') },
  navigator: {
    serviceWorker: {
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
  },
  document: { documentElement: { lang: 'en' } },
  fetch: () => Promise.reject(new TypeError('no connection')),
});

test('a browser that the server does not know does not count as one that rings', async () => {
  await assert.rejects(turnPushOn('key'));
  assert.equal(await isPushOn(), false);
});

test('a browser that no longer rings is turned off, even if the server does not hear of it', async () => {
  await pushManager.subscribe();
  await turnPushOff();
  assert.equal(await isPushOn(), false);
});
