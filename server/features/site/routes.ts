import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import * as calls from '../../../contract/site.ts';
import type { Routes } from '../../feature.ts';
import { projectFile } from '../../platform/programs.ts';

const description = projectFile('contract/openapi.json');

/** How long an answer of `/readyz` is cached, in milliseconds: on S3 each check is a billed request. */
const keptFor = { ready: 5_000, notReady: 1_000 };

export const routes: Routes = ({ on, raw }, { db, storage, settings, pushKeys, drain, log }) => {
  const look = async (): Promise<boolean> => {
    try {
      await sql`select 1`.execute(db.read);
      await storage.ready();
      return true;
    } catch (error) {
      log.error({ err: error }, 'The database or the storage does not answer');
      return false;
    }
  };
  let looking: Promise<boolean> | null = null;
  const readiness = (): Promise<boolean> => {
    looking ??= look().then((isReady) => {
      const forget = () => {
        looking = null;
      };
      setTimeout(forget, isReady ? keptFor.ready : keptFor.notReady).unref();
      return isReady;
    });
    return looking;
  };
  on(calls.config, async () => ({
    productName: 'Circle',
    version: settings.version,
    payments: {
      enabled: settings.square !== null,
      applicationId: settings.square?.applicationId ?? null,
      locationId: settings.square?.locationId ?? null,
      scriptUrl: settings.square?.scriptUrl ?? null,
    },
    verification: settings.verifiedMembersVouch ? ('vouch' as const) : ('admin' as const),
    push: settings.push.hosts.length > 0 ? { publicKey: pushKeys.publicKey } : null,
    letters: settings.smtpUrl !== null,
    mailboxMembers: settings.mailIn !== null,
    video: settings.video,
  }));
  raw({ method: 'GET', path: '/api/openapi.json', credential: 'anyone' }, async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await readFile(description, 'utf8')),
  );
  raw({ method: 'GET', path: '/healthz', credential: 'anyone' }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'up' }),
  );
  raw({ method: 'GET', path: '/readyz', credential: 'anyone' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    drain.asked();
    if (drain.isOn) return reply.status(503).send({ status: 'leaving' });
    const isReady = await readiness();
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
};
