import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Device, deviceOf } from './device.ts';

test('the kind of device is detected from the browser', async (t) => {
  const table: [userAgent: string, maxTouchPoints: number, device: Device][] = [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'ios'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari (an iPad)', 5, 'ios'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'desktop'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, 'android'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'desktop'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) (a touch screen)', 10, 'desktop'],
  ];
  for (const [userAgent, maxTouchPoints, device] of table) {
    await t.test(userAgent, () => assert.equal(deviceOf({ userAgent, maxTouchPoints }), device));
  }
});
