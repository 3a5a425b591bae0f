import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import * as calls from '../../../contract/archives.ts';
import type { Feature, Routes } from '../../feature.ts';
import { readRange } from '../../platform/storage/range.ts';
import { invalid } from '../../platform/problem.ts';
import { endArchivesWith, findArchive, findArchivePart, requestArchive } from './state.ts';
import { makeArchive } from './make.ts';
import { sweepArchives } from './sweep.ts';

const Params = z.object({ id: z.string() });
const Query = z.strictObject({ part: z.string().check(z.regex(/^[1-9]\d{0,3}$/)) });

const routes: Routes = ({ on, raw }, context) => {
  on(calls.state, ({ viewer, input }) => findArchive(context, viewer, input.id));
  on(calls.request, ({ viewer, input }) => requestArchive(context, viewer, input.id));
  raw(
    { method: 'GET', path: '/api/circles/:id/archive/file', credential: 'member', rate: 'files' },
    async (request, reply, viewer) => {
      const { success, data } = Query.safeParse(request.query);
      if (!success) throw invalid('part', messages.invalid);
      const { id } = Params.parse(request.params);
      const part = await findArchivePart(context, viewer, id, Number(data.part));
      reply
        .header('cache-control', 'no-store')
        .header('etag', part.tag)
        .header('accept-ranges', 'bytes')
        .header('content-disposition', `attachment; filename="${part.name}"`)
        .type('application/zip');
      const ifRange = request.headers['if-range'];
      const range =
        ifRange === undefined || ifRange === part.tag ? readRange(request.headers.range, part.bytes) : null;
      if (range === 'unsatisfiable')
        return reply.status(416).header('content-range', `bytes */${part.bytes}`).send();
      const { start, end } = range ?? { start: 0, end: part.bytes - 1 };
      if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${part.bytes}`);
      reply.header('content-length', end - start + 1);
      return reply.send(request.method === 'HEAD' ? Readable.from([]) : await part.open({ start, end }));
    },
  );
};

export const feature: Feature = {
  routes,
  jobs: (context) => {
    context.jobs.handle('circle-archive', async (payload, finish) => {
      if (typeof payload === 'string') await makeArchive(context, payload, finish);
    });
    context.jobs.handle('sweep-archives', () => sweepArchives(context), { every: 60_000 });
  },
  member: { onLeave: (tx, { id }) => endArchivesWith(tx, id), onStartEmpty: endArchivesWith },
};
