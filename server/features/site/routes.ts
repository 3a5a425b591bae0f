import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import * as calls from '../../../contract/site.ts';
import type { Routes } from '../../routes.ts';

// Read once, at start: the interface does not change while the program runs.
const description = readFileSync(new URL('../../../contract/openapi.json', import.meta.url), 'utf8');

export const routes: Routes = ({ on, raw }, { db, storage, settings, pushKeys, drain, log }) => {
  on(calls.config, async () => ({
    productName: 'Circle',
    version: settings.version,
    payments: {
      enabled: settings.square !== null,
      applicationId: settings.square?.applicationId ?? null,
      locationId: settings.square?.locationId ?? null,
      scriptUrl: settings.square?.scriptUrl ?? null,
    },
    push: settings.push.hosts.length > 0 ? { publicKey: pushKeys.publicKey } : null,
  }));
  raw({ method: 'GET', path: '/api/openapi.json', credential: 'anyone' }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(description),
  );
  raw({ method: 'GET', path: '/healthz', credential: 'anyone' }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'up' }),
  );
  raw({ method: 'GET', path: '/readyz', credential: 'anyone' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    drain.asked();
    if (drain.isOn) return reply.status(503).send({ status: 'leaving' });
    try {
      await sql`select 1`.execute(db.read);
      await storage.ready();
      return await reply.send({ status: 'ready' });
    } catch (error) {
      log.error({ err: error }, 'The database or the storage does not answer');
      return reply.status(503).send({ status: 'not ready' });
    }
  });
};
