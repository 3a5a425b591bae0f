import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import * as z from 'zod/mini';
import { createPool, type Pool, PoolError } from './pool.ts';
import { caged } from './cage.ts';

let folder: string;
let outside: string;
let pool: Pool;

before(() => {
  [folder, outside] = [
    realpathSync(mkdtempSync(path.join(os.tmpdir(), 'cage-'))),
    mkdtempSync(path.join(os.tmpdir(), 'out-')),
  ];
  writeFileSync(path.join(outside, 'secret'), 'secret');
  pool = createPool({
    module: new URL('./cage.test-peer.ts', import.meta.url),
    ...caged(folder),
    size: 1,
    perParty: { running: 1, waiting: 5 },
    timeLimit: 60_000,
    usage: { processorMs: 60_000 },
    idleTime: 60_000,
  });
});
after(async () => {
  await pool.close();
  for (const place of [folder, outside]) rmSync(place, { recursive: true });
});

const Outcome = z.object({
  done: z.array(z.tuple([z.string(), z.string()])),
  environment: z.array(z.string()),
});

// VIDEO-5, MAILBOX-46
test('a caged process can use its folder, and nothing else of the machine', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end();
  });
  server.on('connection', () => {
    requests += 1;
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = server.address();
  assert(typeof address === 'object' && address);
  const answer = Outcome.parse(
    await pool.run({ folder, outside, port: address.port }, { party: 'a' }).finally(() => server.close()),
  );
  const [first, ...others] = answer.done;
  assert.deepEqual(first, ['write and read in the folder', 'done']);
  for (const [name, outcome] of others)
    assert.match(outcome, /^refused: .*(?:ACCESS_DENIED|Code generation|addons is disabled)/s, name);
  assert.equal(others.length, 11);
  assert.equal(requests, 0);
  assert(!existsSync(path.join(outside, 'written')));
  assert(!answer.environment.some((name) => /PATH|HOME|SECRET|DATABASE/.test(name)));
});

// VIDEO-5, MAILBOX-46
test('a caged process that takes more than 256 MB is ended', async () => {
  await assert.rejects(
    pool.run({ grow: true }, { party: 'a' }),
    (error) =>
      error instanceof PoolError && error.reason === 'died' && error.message.startsWith('ended with 76'),
  );
});
