import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { Window } from '../../browser/browser.ts';
import { closeShared } from '../../runner/shared.ts';
import { multiplyPhotos } from '../../harness/many-photos.ts';
import { TestServer } from '../../harness/test-server.ts';
import { root } from '../../setup/sources.ts';
import { digits, type Figure, median, quantile } from '../figures.ts';

const photos = 5_000;
const seconds = 10;
const rounds = 3;
/** Pixels a second: a finger that moves steadily, and one that flings. */
const speeds = { steadily: 1_200, quickly: 6_000 };
const framesPerSecond = 60;

const demo = path.join(root, 'server/cli/demo/photos');

const Frames = z.array(z.number());

/** Scrolls down by the browser's own gesture, and returns the milliseconds between frames. */
const scrollDown = async (window: Window, pixelsPerSecond: number): Promise<number[]> => {
  const { page } = window;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(() => {
    const times: number[] = [];
    Reflect.set(globalThis, 'benchFrames', times);
    const next = (at: number): void => {
      times.push(at);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 500,
    yDistance: -pixelsPerSecond * seconds,
    speed: pixelsPerSecond,
    preventFling: true,
    gestureSourceType: 'touch',
  });
  const times = Frames.parse(await page.evaluate((): unknown => Reflect.get(globalThis, 'benchFrames')));
  await devtools.detach();
  return times.slice(1).map((at, index) => at - (times[index] ?? at));
};

/** Frames while a phone with a quarter of this processor scrolls through 5,000 photos. */
export const scroll = async (): Promise<Figure[]> => {
  const server = await TestServer.open('sqlite');
  try {
    const [ana] = await server.members('Ana');
    const family = await ana.makesCircle('Family');
    const post = await ana.posts('Ten years', {
      to: family,
      photos: readdirSync(demo)
        .slice(0, 10)
        .map((name) => readFileSync(path.join(demo, name))),
    });
    await multiplyPhotos(server, post, { count: photos, lastDay: '2024-06-30', days: 3_650 });
    const figures: Figure[] = [];
    for (const [how, speed] of Object.entries(speeds)) {
      const found: { middle: number; late: number; second: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const window = await Window.open(server.url, { screen: 'phone' });
        await window.signIn(ana);
        await window.page.goto('/?show=photos');
        await window.page.locator('.wall [data-photo]').first().waitFor();
        const times = await scrollDown(window, speed);
        await window.close();
        const all = times.reduce((sum, time) => sum + time, 0);
        found.push({
          middle: median(times),
          late: quantile(times, 0.95),
          second: (times.length / all) * 1_000,
        });
      }
      figures.push({
        what: `Frames a second while scrolling ${how} through ${photos} photos, processor ÷ 4`,
        floor: `median ${digits(median(found.map((one) => one.middle)))} ms, 95th percentile ${digits(median(found.map((one) => one.late)))} ms`,
        value: `${digits(median(found.map((one) => one.second)))} /s`,
        judged: median(found.map((one) => one.second)) / framesPerSecond,
        budget: { atLeast: 0.95 },
      });
    }
    return figures;
  } finally {
    await closeShared();
    await server.close();
  }
};
