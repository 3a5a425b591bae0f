import { sql } from 'kysely';
import * as calls from '../../../contract/site.ts';
import { doMembersVouch } from '../members/vouch.ts';
import { onlyHere, onlyNearby } from '../../platform/reach.ts';
import type { Feature, Routes } from '../../feature.ts';
import { packedDescription, plainDescription } from './api-description.ts';

/** How long an answer of `/readyz` is cached, in milliseconds: on S3 each check is a billed request. */
const keptFor = { ready: 5_000, notReady: 1_000 };

const routes: Routes = ({ on, raw }, { db, storage, settings, pushKeys, drain, log }) => {
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
    verification: (await doMembersVouch(db, settings)) ? ('vouch' as const) : ('admin' as const),
    push: settings.push.hosts.length > 0 ? { publicKey: pushKeys.publicKey } : null,
    letters: settings.smtpUrl !== null,
    mailboxMembers: settings.mailIn !== null,
    onlyHere: onlyHere(settings),
    onlyNearby: onlyNearby(settings.publicUrl),
    video: settings.video,
  }));
  const description = { method: 'GET', path: '/api/openapi.json', credential: 'anyone' } as const;
  raw({ ...description, rate: 'apiDescription' }, async ({ headers }, reply) => {
    const { etag, gzipped } = await packedDescription();
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', etag);
    if (headers['if-none-match'] === etag) return reply.status(304).send();
    reply.type('application/json; charset=utf-8');
    if (!/\bgzip\b/.test(String(headers['accept-encoding']))) return reply.send(await plainDescription());
    return reply.header('content-encoding', 'gzip').send(gzipped);
  });
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

export const feature: Feature = {
  routes,
};
