import * as calls from '../../../contract/bug-reports.ts';
import { missing } from '../../platform/problem.ts';
import type { Feature, Routes } from '../../feature.ts';
import { listReports, removeReport, setStatus } from './manage.ts';
import { findPicture } from './picture.ts';
import { sendReport } from './send.ts';
import * as z from 'zod/mini';
import { deleteBugReportsOf, stripBugReportsOf } from './account-deletion.ts';
import { insertJob } from '../../platform/jobs/insert.ts';

const fileName = /^([0-9a-f]{32})-(\w{1,10})\.webp$/;

const routes: Routes = ({ on, raw }, context) => {
  on(calls.send, ({ viewer, input, files, exchange }) =>
    sendReport(context, viewer, input, files[0]?.file, exchange.address),
  );
  on(calls.list, ({ viewer, input }) => listReports(context, viewer, input));
  on(calls.setStatus, ({ viewer, input }) => setStatus(context.db, viewer, input));
  on(calls.remove, async ({ viewer, input }) => {
    await removeReport(context, viewer, input.id);
    return null;
  });
  raw(
    { method: 'GET', path: '/api/admin/bug-reports/:id/:file', credential: 'admin' },
    async (request, reply) => {
      const params: unknown = request.params;
      const part = (name: string) => String(Reflect.get(Object(params), name));
      const [, publicId, variant] = fileName.exec(part('file')) ?? [];
      if (publicId === undefined || variant === undefined || publicId !== part('id')) throw missing();
      const picture = await findPicture(context, publicId, variant);
      return reply
        .header('cache-control', 'no-store')
        .header('content-length', picture.size)
        .header('content-disposition', 'inline')
        .type('image/webp')
        .send(await picture.open());
    },
  );
};

export const feature: Feature = {
  routes,
  jobs: (context) =>
    context.jobs.handle('strip-bug-reports', (payload) =>
      stripBugReportsOf(context, z.number().parse(payload)),
    ),
  member: {
    onLeave: (tx, { id }, { jobs }) => deleteBugReportsOf(jobs, tx, id),
    // Files are deleted after the commit.
    onBan: (tx, id) => insertJob(tx, { kind: 'strip-bug-reports', payload: id, userId: id }),
  },
};
