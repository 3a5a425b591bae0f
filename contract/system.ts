import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';

const time = z.string();
const Part = z.object({ isUp: z.boolean(), milliseconds: z.number() });

export const JobTally = z.object({
  kind: z.string(),
  waiting: z.number(),
  retrying: z.number(),
  failed: z.number(),
  /** Without addresses and ids. */
  lastError: z.nullable(z.string()),
});
export type JobTally = z.infer<typeof JobTally>;

/** The state of a nightly task. */
const Nightly = z.object({
  /** The last success. */
  lastGood: z.nullable(time),
  /** The reason for failures since then; null if there were none. */
  trouble: z.nullable(z.string()),
});

export const overview = endpoint({
  method: 'GET',
  path: '/api/admin/system',
  credential: 'admin',
  summary: 'How the server is doing: no content, and no figure about any one person',
  input: z.strictObject({}),
  output: z.object({
    version: z.string(),
    database: Part,
    storage: Part,
    nodes: z.array(z.object({ id: z.string(), version: z.string(), startedAt: time, isThis: z.boolean() })),
    photos: z.object({ count: z.number(), bytes: z.number() }),
    jobs: z.array(JobTally),
    /** Mails that a mail server refused permanently since this node started. */
    mailsRefused: z.number(),
    /** Null if no nightly backup is set up. */
    backup: z.nullable(z.object({ isEncrypted: z.boolean(), made: Nightly, rehearsed: Nightly })),
  }),
  status: 200,
  caching: 'no-store',
});
export type Overview = z.infer<typeof overview.output>;

const kind = z.string().check(z.regex(/^[a-z][a-z-]{0,60}$/, messages.invalid));

export const retryJobs = endpoint({
  method: 'POST',
  path: '/api/admin/system/jobs/:kind/retry',
  credential: 'admin',
  summary: 'Has all jobs of a kind that did not succeed done at once, as if never tried',
  input: z.strictObject({ kind }),
  output: null,
  status: 204,
  caching: 'no-store',
});

export const dropJobs = endpoint({
  method: 'DELETE',
  path: '/api/admin/system/jobs/:kind/failed',
  credential: 'admin',
  summary: 'Deletes all jobs of a kind that were given up, for good',
  input: z.strictObject({ kind }),
  output: null,
  status: 204,
  caching: 'no-store',
});
