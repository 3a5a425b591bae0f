// A process that runs a PostgreSQL which a test may kill, restart and fail over to a standby. It follows commands,
// answers them, and removes everything when its parent has ended.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from '../setup/postgres-server.ts';

// As in production, an acknowledged commit survives a kill of any process. `fsync` is off, because the tests simulate
// no power loss.
const settings = {
  fsync: 'off',
  jit: 'off',
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  max_wal_senders: '4',
  shared_buffers: '64MB',
  synchronous_commit: 'on',
  unix_socket_directories: '',
  wal_level: 'replica',
};
const followed = { ...settings, synchronous_standby_names: 'second' };

const home = await mkdtemp(join(tmpdir(), 'circle-own-postgres-'));
const first = await PostgresServer.in(home);
const running = new Set<PostgresServer>();
let second: PostgresServer | null = null;
let address = '';
let kept: Record<string, string> = settings;

const start = async (server: PostgresServer, using: Record<string, string>): Promise<string> => {
  const at = await server.start(using);
  running.add(server);
  return at;
};

const commands: Record<string, () => Promise<string>> = {
  start: async () => {
    address = await start(first, kept);
    return address;
  },
  kill: async () => {
    await first.kill();
    running.delete(first);
    return '';
  },
  // The standby is copied while the primary is stopped; from then on every write waits for the standby.
  follow: async () => {
    await first.stop('fast');
    second = await first.standbyIn(`${home}-second`, address, 'second');
    kept = followed;
    await start(first, kept);
    return start(second, settings);
  },
  promote: async () => {
    await second?.promote();
    return '';
  },
};

process.on('message', (command) => {
  const act =
    (typeof command === 'string' && commands[command]) ||
    (() => Promise.reject(new Error('no such command')));
  act().then(
    (answer) => process.send?.({ answer }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.disconnect?.());
await new Promise((resolve) => process.once('disconnect', resolve));
for (const server of running) await server.stop('immediate');
for (const folder of [home, `${home}-second`])
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
