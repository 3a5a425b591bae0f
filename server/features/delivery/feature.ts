import * as z from 'zod/mini';
import * as calls from '../../../contract/delivery.ts';
import type { Feature, Routes } from '../../feature.ts';
import { findChoices, setChoices } from './choices.ts';
import { markSeen } from './seen.ts';
import { stopByToken, stopPage } from './stop.ts';

const StopParams = z.object({ token: z.string() });

const routes: Routes = ({ on, raw }, context) => {
  on(calls.get, ({ viewer }) => findChoices(context.db.read, viewer));
  on(calls.set, ({ viewer, input }) => setChoices(context.db, viewer, input));
  on(calls.seen, async ({ viewer, input }) => {
    await markSeen(context.db, viewer, input.postIds);
    return null;
  });

  // Mail programs post to it without a session (RFC 8058). A person who opens the link gets a page to choose.
  const stop = '/api/delivery/stop/:token';
  raw({ method: 'GET', path: stop, credential: 'anyone' }, async (request, reply) => {
    const page = await stopPage(context, StopParams.parse(request.params).token);
    return reply.header('cache-control', 'no-store').redirect(page, 302);
  });
  raw(
    { method: 'POST', path: stop, credential: 'anyone', rate: 'mailStops', takesForm: true },
    async (request, reply) => {
      await stopByToken(context, StopParams.parse(request.params).token);
      return reply.header('cache-control', 'no-store').status(204).send();
    },
  );
};

export const feature: Feature = {
  routes,
};
