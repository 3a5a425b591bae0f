import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as z from 'zod/mini';
import { freePort } from '../../harness/free-port.ts';
import { type Driver, type Find, finder, patience, told, uncover } from './driver.ts';

const Value = z.object({ value: z.unknown() });
const Session = z.object({ sessionId: z.string() });
const Trouble = z.object({ error: z.string(), message: z.string() });
/** WebDriver sends an element under this key. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const Element = z.object({ [elementKey]: z.string() });

/** A virtual X display, which ends with its program. */
const openScreen = async () => {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [, , , numbers] = server.stdio;
  if (!numbers) throw new Error('The screen has no number.');
  const said: unknown[] = await once(numbers, 'data');
  return { server, display: `:${String(said[0]).trim()}` };
};

// A microphone that beeps, and that pages may use.
const settings = ['--automation', '--enable-media-stream=true', '--enable-mock-capture-devices=true'];

/** WebKitGTK's own small browser, through WebDriver over HTTP (`WebKitWebDriver`). */
export const openWebKit = async (program: string, browser: string): Promise<Driver> => {
  const { server: screen, display } = await openScreen();
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    // Its own sandbox needs rights that a container does not have.
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      GDK_BACKEND: 'x11',
    },
  });
  const base = `http://127.0.0.1:${port}`;
  const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(base + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    const { value } = Value.parse(await answer.json());
    if (answer.ok) return value;
    const { error, message } = Trouble.parse(value);
    throw new Error(`${path}: ${error}: ${message}`);
  };
  const isListening = (): Promise<boolean> =>
    fetch(`${base}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isListening())) await new Promise((resolve) => setImmediate(resolve));

  const { sessionId } = Session.parse(
    await send('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: settings } },
      },
    }),
  );
  const at = `/session/${sessionId}`;
  await send('POST', `${at}/timeouts`, { script: patience + 5_000 });
  await send('POST', `${at}/window/rect`, { width: 390, height: 844 });

  // Leaving a page in the middle of it drops the dialog, which then appears on the next page.
  const look = (args: unknown[]): Promise<unknown> =>
    send('POST', `${at}/execute/async`, {
      script: `const answer = arguments[arguments.length - 1];
        (${finder})(arguments[0], arguments[1], arguments[2], arguments[3]).then(answer, () => answer(null));`,
      args,
    });
  const hold = async (find: Find): Promise<string> => {
    const { css, name, hidden } = find;
    const args = [css, name ?? null, hidden === true, patience];
    const found = (await look(args).catch(() => look(args))) ?? null;
    if (found !== null) return Element.parse(found)[elementKey];
    const page = await send('POST', `${at}/execute/sync`, {
      script: 'return document.body.innerText',
      args: [],
    });
    throw new Error(`There is no ${told(find)} on: ${String(page)}`);
  };
  const press = async (find: Find) => {
    const element = await hold(find);
    await send('POST', `${at}/execute/async`, {
      script: `(${uncover})(arguments[0], arguments[1]).then(() => arguments[2](null));`,
      args: [{ [elementKey]: element }, patience],
    });
    await send('POST', `${at}/element/${element}/click`, {});
  };
  return {
    goto: async (url) => void (await send('POST', `${at}/url`, { url })),
    press,
    type: async (find, text) =>
      void (await send('POST', `${at}/element/${await hold(find)}/value`, { text })),
    choose: async (find, files) => {
      const element = await hold({ ...find, hidden: true });
      await send('POST', `${at}/element/${element}/value`, { text: files.join('\n') });
    },
    shows: async (text) => void (await hold({ css: 'h1, h2, h3, p, div, span, li, a, button', name: text })),
    read: async (find) => String(await send('GET', `${at}/element/${await hold(find)}/text`)),
    // The protocol does not report the console.
    complaints: () => [],
    close: async () => {
      await send('DELETE', at);
      for (const child of [driver, screen]) {
        child.kill();
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
    },
  };
};
