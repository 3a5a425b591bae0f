import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, test } from 'node:test';
import * as comments from '../../contract/comments.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { Listening } from '../harness/events.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { type Machine, Machines, until } from './machines.ts';

const clients = 50;

let machines: Machines;
let machine: Machine;
let ana: Person;
let family: Circle;
let post: Post;
before(async () => {
  machines = await Machines.open({ count: 1 });
  const [first] = machines.all;
  assert.ok(first);
  machine = first;
  ana = await machines.member('Ana');
  family = await ana.makesCircle('Family');
  post = await ana.posts('Here', { to: family });
});
after(() => machines.close());

interface Told {
  status: number;
  closes: boolean;
}

/** A request whose body the test writes when it wants to. */
const ask = (method: string, path: string, agent: Agent, headers: Record<string, string> = {}) => {
  const sent = request(machine.url + path, {
    agent,
    method,
    headers: { cookie: ana.cookie ?? '', ...headers },
  });
  const told = new Promise<Told>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, closes: response.headers.connection === 'close' }),
      );
    });
  });
  return { sent, told };
};

const codeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code'));

/** A client that sends requests without a pause, until no server accepts its connection. */
const goOn = async (number: number, answered: number[], cut: string[]): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const json = { 'content-type': 'application/json' };
  for (let round = number; ; round++) {
    const writes = round % 5 === 0;
    const { sent, told } = writes
      ? ask('POST', comments.add.path.replace(':id', post.id), agent, json)
      : ask('GET', '/api/posts/feed', agent);
    sent.end(writes ? JSON.stringify({ content: `${number} ${round}` }) : undefined);
    try {
      answered.push((await told).status);
    } catch (error) {
      if (codeOf(error) !== 'ECONNREFUSED') cut.push(codeOf(error));
      break;
    }
  }
  agent.destroy();
};

const multipart = async () => {
  const form = new FormData();
  form.set('content', 'While it leaves');
  form.set('circleIds', JSON.stringify([family.id]));
  form.append('media', new Blob([new Uint8Array(await plainPhoto())]), 'photo.jpg');
  const body = new Response(form);
  const type = body.headers.get('content-type') ?? '';
  return { type, bytes: Buffer.from(await body.arrayBuffer()) };
};

test('a stopping server answers all open requests and exits within ten seconds', async (t) => {
  const page = await Listening.open(ana);
  const [answered, cut]: [number[], string[]] = [[], []];
  const all = Array.from({ length: clients }, (_, number) => goOn(number, answered, cut));
  await until('they are under way', async () => answered.length > clients * 4);

  const agent = new Agent();
  const { type, bytes } = await multipart();
  const upload = ask('POST', '/api/posts', agent, {
    'content-type': type,
    'content-length': String(bytes.length),
  });
  await new Promise<void>((resolve, reject) => {
    upload.sent.write(bytes.subarray(0, bytes.length / 2), (error) => (error ? reject(error) : resolve()));
  });
  // The upload has begun. Later requests have been answered, so the server has accepted it too.
  const sentAt = answered.length;
  await until('it has come', async () => answered.length > sentAt + clients * 2);

  const earlier = answered.length;
  const began = performance.now();
  const ended = machine.end('SIGTERM');
  // The event stream ends immediately, so the page connects to another node.
  await page.ended;
  await Promise.all(all);
  // All other connections are closed; the rest of the photo arrives only now.
  upload.sent.end(bytes.subarray(bytes.length / 2));
  assert.deepEqual(await upload.told, { status: 201, closes: true });
  assert.equal(await ended, 0);
  const took = performance.now() - began;
  t.diagnostic(
    `${clients} clients: ${answered.length} answers, ${answered.length - earlier} of them after SIGTERM; gone after ${took.toFixed(0)} ms`,
  );
  assert.deepEqual(cut, []);
  assert.deepEqual(new Set(answered), new Set([200, 201]));
  assert.ok(took < 10_000);
});

test('a stopping server reports itself as not ready before it closes its port', async () => {
  await machine.start();
  const ready = async (): Promise<{ status: number; body: unknown }> => {
    const answer = await fetch(`${machine.url}/readyz`, { headers: { connection: 'close' } });
    return { status: answer.status, body: await answer.json() };
  };
  assert.deepEqual(await ready(), { status: 200, body: { status: 'ready' } });
  const ended = machine.end('SIGTERM');
  const answers: unknown[] = [];
  await until('it is not ready any more', async () => {
    const { status, body } = await ready();
    answers.push(body);
    return status === 503;
  });
  assert.deepEqual(answers.at(-1), { status: 'leaving' });
  assert.equal(await ended, 0);
});
