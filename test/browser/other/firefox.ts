import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { type Driver, type Find, finder, patience, told, uncover } from './driver.ts';

const Message = z.object({
  id: z.optional(z.number()),
  type: z.string(),
  result: z.optional(z.record(z.string(), z.unknown())),
  message: z.optional(z.string()),
  method: z.optional(z.string()),
  params: z.optional(z.record(z.string(), z.unknown())),
});
type Fields = Record<string, unknown>;

/** The connection of WebDriver BiDi: numbered commands, their answers, and events. */
class Wire {
  readonly #socket: WebSocket;
  readonly #asked = new Map<number, PromiseWithResolvers<Fields>>();
  #count = 0;

  private constructor(socket: WebSocket, onEvent: (method: string, params: Fields) => void) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, type, result, message, method, params } = Message.parse(JSON.parse(String(data)));
      if (type === 'event') return onEvent(method ?? '', params ?? {});
      const asked = this.#asked.get(id ?? -1);
      if (type === 'success') asked?.resolve(result ?? {});
      else asked?.reject(new Error(message ?? 'The browser refused.'));
    });
  }

  static async open(url: string, onEvent: (method: string, params: Fields) => void): Promise<Wire> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new Wire(socket, onEvent);
  }

  send(method: string, params: Fields): Promise<Fields> {
    this.#count += 1;
    const answer = Promise.withResolvers<Fields>();
    this.#asked.set(this.#count, answer);
    this.#socket.send(JSON.stringify({ id: this.#count, method, params }));
    return answer.promise;
  }

  close(): void {
    this.#socket.close();
  }
}

// No outside requests, and no start pages in the way.
const preferences = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  // A microphone that hums, and that pages may use.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
};

/** The address that the browser listens on, from its output. */
const addressOf = async (browser: ChildProcess): Promise<string> => {
  if (!browser.stderr) throw new Error('Firefox says nothing.');
  for await (const line of createInterface(browser.stderr)) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) {
      // Drain its later output, or it would block.
      browser.stderr.resume();
      return `${address}/session`;
    }
  }
  throw new Error('Firefox ended before it listened.');
};

const Contexts = z.object({ contexts: z.array(z.object({ context: z.string() })) });
const Called = z.object({
  type: z.string(),
  result: z.optional(z.object({ sharedId: z.optional(z.string()), value: z.optional(z.unknown()) })),
  exceptionDetails: z.optional(z.object({ text: z.string() })),
});
const Logged = z.object({ level: z.string(), text: z.nullable(z.string()) });
const Answered = z.object({ response: z.object({ status: z.number(), url: z.string() }) });

/** Firefox through WebDriver BiDi, in the width of a phone. */
export const openFirefox = async (program: string): Promise<Driver> => {
  const profile = await mkdtemp(path.join(tmpdir(), 'circle-firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const browser = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const complaints: string[] = [];
  const wire = await Wire.open(await addressOf(browser), (method, params) => {
    if (method === 'log.entryAdded') {
      const { level, text } = Logged.parse(params);
      if (level === 'error') complaints.push(text ?? 'something without words');
    } else if (method === 'network.responseCompleted') {
      const { status, url } = Answered.parse(params).response;
      if (status >= 500) complaints.push(`${status} from ${url}`);
    }
  });
  await wire.send('session.new', { capabilities: {} });
  const [first] = Contexts.parse(await wire.send('browsingContext.getTree', {})).contexts;
  const context = first?.context ?? '';
  await wire.send('session.subscribe', { events: ['log.entryAdded', 'network.responseCompleted'] });
  await wire.send('browsingContext.setViewport', { context, viewport: { width: 390, height: 844 } });

  const call = async (source: string, given: readonly unknown[]) => {
    const { result, exceptionDetails } = Called.parse(
      await wire.send('script.callFunction', {
        functionDeclaration: source,
        arguments: given,
        awaitPromise: true,
        target: { context },
      }),
    );
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result;
  };
  const values = ({ css, name, hidden }: Find) => [
    { type: 'string', value: css },
    name === undefined ? { type: 'null' } : { type: 'string', value: name },
    { type: 'boolean', value: hidden === true },
    { type: 'number', value: patience },
  ];
  const hold = async (find: Find) => {
    const found = await call(finder, values(find));
    if (found?.sharedId !== undefined) return { sharedId: found.sharedId };
    const page = await call('() => document.body.innerText', []);
    throw new Error(`There is no ${told(find)} on: ${String(page?.value)}`);
  };
  const act = (actions: readonly Fields[]) => wire.send('input.performActions', { context, actions });
  const press = async (find: Find) => {
    const element = await hold(find);
    await call(uncover, [element, { type: 'number', value: patience }]);
    const origin = { type: 'element', element };
    await act([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  };
  return {
    goto: async (url) => {
      const go = () => wire.send('browsingContext.navigate', { context, url, wait: 'complete' });
      // It refuses while the page itself goes elsewhere.
      await go().catch(go);
    },
    press,
    type: async (find, text) => {
      await press(find);
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await act([{ type: 'key', id: 'keys', actions: keys }]);
    },
    choose: async (find, files) => {
      const element = await hold({ ...find, hidden: true });
      await wire.send('input.setFiles', { context, element, files });
    },
    shows: async (text) => void (await hold({ css: 'h1, h2, h3, p, div, span, li, a, button', name: text })),
    read: async (find) => {
      const element = await hold(find);
      const text = (await call('(element) => element.textContent', [element]))?.value;
      return typeof text === 'string' ? text : '';
    },
    complaints: () => complaints,
    close: async () => {
      await wire.send('browser.close', {});
      wire.close();
      if (browser.exitCode === null) await once(browser, 'exit');
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
