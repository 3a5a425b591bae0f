import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { setGlobals } from '../../test/runner/globals.ts';
import { createSlides } from './slides.ts';

/** A picture whose listeners stay, as in browsers of 2015, which take `{ once: true }` for `true`. */
class Picture {
  src = '';
  alt = '';
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly classes = new Set<string>();
  readonly listeners: { type: string; act: () => void }[] = [];
  readonly classList = {
    add: (name: string) => this.classes.add(name),
    remove: (name: string) => this.classes.delete(name),
  };

  addEventListener(type: string, act: () => void): void {
    this.listeners.push({ type, act });
  }

  removeAttribute(): void {
    this.src = '';
  }

  /** The browser has read the bytes, or failed to. */
  ends(type: 'load' | 'error'): void {
    (type === 'load' ? this.onload : this.onerror)?.();
    for (const one of this.listeners) if (one.type === type) one.act();
  }
}

/** Answers every request with bytes. */
class Request {
  status = 200;
  response = new ArrayBuffer(8);
  readonly #acts: (() => void)[] = [];

  open(): void {}

  addEventListener(_: string, act: () => void): void {
    this.#acts.push(act);
  }

  send(): void {
    for (const act of this.#acts) act();
  }
}

let pictures: Record<string, Picture> = {};
setGlobals({
  HTMLImageElement: Picture,
  XMLHttpRequest: Request,
  document: { getElementById: (id: string) => pictures[id] },
});

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  pictures = { one: new Picture(), two: new Picture() };
});

afterEach(() => mock.timers.reset());

/** Lets a photo be confirmed and painted; the picture that has it. */
const paints = (slides: ReturnType<typeof createSlides>, seen: readonly string[]): Picture => {
  const before = Object.values(pictures).map(({ src }) => src);
  mock.timers.tick(16_000);
  slides.tick();
  slides.confirm(slides.names, seen);
  slides.tick();
  return (
    Object.values(pictures).find(({ src }, at) => src !== '' && src !== before[at]) ?? assert.fail('no photo')
  );
};

const listed = (...names: string[]) => names.map((name) => ({ name, alt: '' }));

// FRAME-10
test('a frame that has shown a thousand photos has as much to do for the next one as for the first', () => {
  const slides = createSlides();
  slides.list(listed('a', 'b'));
  for (let count = 0; count < 1_000; count += 1) paints(slides, ['a', 'b']).ends('load');
  assert.deepEqual(
    Object.values(pictures).map(({ listeners }) => listeners.length),
    [0, 0],
  );
});

// FRAME-10
test('no photo stays below one that is no picture, because the frame no longer asks about it', () => {
  const slides = createSlides();
  slides.list(listed('a', 'b'));
  paints(slides, ['a', 'b']).ends('load');
  paints(slides, ['a', 'b']).ends('error');
  assert.deepEqual(
    Object.values(pictures).map(({ src }) => src),
    ['', ''],
  );
});
