import * as calls from '../../../contract/system.ts';
import { isLoopback } from '../../platform/reach.ts';
import { missing } from '../../platform/problem.ts';
import type { Feature, Routes } from '../../feature.ts';
import { holdsToken, readFigures } from './figures.ts';
import { dropKind, findOverview, retryKind } from './overview.ts';
import { changePlace, findPlace, sendTestMail } from './place.ts';
import { findSetup } from './setup.ts';
import { handleNightly } from './backup/nightly.ts';

// A proxy on the same machine brings strangers from a loopback address: what it passes on has headers that say so.
const forwardingHeaders = [
  'cf-connecting-ip',
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

// DNS rebinding: a page whose domain resolves to this machine sends that domain as Host.
const localHostNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const routes: Routes = ({ on, raw }, context) => {
  on(calls.overview, () => findOverview(context));
  on(calls.retryJobs, async ({ viewer, input }) => {
    await retryKind(context, viewer, input.kind);
    return null;
  });
  on(calls.dropJobs, async ({ viewer, input }) => {
    await dropKind(context.db, viewer, input.kind);
    return null;
  });
  on(calls.place, () => findPlace(context.db, context.settings));
  on(calls.setPlace, ({ viewer, input }) => changePlace(context, viewer, input));
  on(calls.setup, ({ viewer }) => findSetup(context, viewer));
  on(calls.testMail, ({ viewer }) => sendTestMail(context, viewer));
  raw({ method: 'GET', path: '/metrics', credential: 'anyone' }, async (request, reply) => {
    const { remoteAddress = '' } = request.raw.socket;
    const isNear =
      isLoopback(remoteAddress) &&
      localHostNames.has(URL.parse(`http://${request.headers.host}`)?.hostname ?? '') &&
      forwardingHeaders.every((name) => request.headers[name] === undefined);
    if (!isNear && !holdsToken(context.settings.metricsToken, request.headers.authorization)) throw missing();
    const { text, type } = await readFigures(context);
    return reply.header('cache-control', 'no-store').type(type).send(text);
  });
};

export const feature: Feature = {
  routes,
  jobs: handleNightly,
};
