import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { id, jsonText, line, paging, text } from './fields.ts';
import { limits } from './limits.ts';
import { page, Person } from './shapes.ts';

export const Severity = z.enum(['low', 'medium', 'high', 'critical'], messages.severityInvalid);
export type Severity = z.infer<typeof Severity>;

export const BugStatus = z.enum(['open', 'closed']);
export type BugStatus = z.infer<typeof BugStatus>;

const length = (value: string) => [...value].length;
const told = (max: number) => text(max, messages.bugDetailsInvalid);

const BrowserInfo = z.strictObject({
  userAgent: told(500),
  platform: told(100),
  language: told(50),
  screenResolution: told(50),
  viewportSize: told(50),
});
export type BrowserInfo = z.infer<typeof BrowserInfo>;

const ConsoleErrors = z
  .array(z.string().check(z.maxLength(limits.consoleErrorLength, messages.bugDetailsInvalid)))
  .check(z.maxLength(limits.consoleErrors, messages.bugDetailsInvalid));

export const title = line(limits.bugTitle, messages.bugTitleShort, messages.bugTitleLong).check(
  z.refine((value) => length(value) >= limits.bugTitleMin, messages.bugTitleShort),
);

export const description = text(
  limits.bugDescription,
  messages.bugDescriptionLong,
  messages.bugDescriptionShort,
).check(z.refine((value) => length(value) >= limits.bugDescriptionMin, messages.bugDescriptionShort));

export const send = endpoint.post('/api/bug-reports', {
  credential: 'anyone',
  rate: 'bugReports',
  summary:
    'Reports a bug, by a member or a visitor, with a `screenshot` as a file; `browserInfo` and `consoleErrors` are JSON',
  files: { screenshot: 1 },
  input: z.strictObject({
    title,
    description,
    severity: Severity,
    pageUrl: z.optional(told(2_000)),
    userAgent: z.optional(told(500)),
    browserInfo: z.optional(jsonText(BrowserInfo)),
    consoleErrors: z.optional(jsonText(ConsoleErrors)),
  }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    severity: Severity,
    status: BugStatus,
    createdAt: z.string(),
  }),
  status: 201,
  caching: 'no-store',
});

export const BugReport = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  severity: Severity,
  status: BugStatus,
  /** Null for a visitor, and for somebody who has left. */
  reporter: z.nullable(Person),
  /** The picture's addresses, for administrators alone. */
  picture: z.nullable(z.object({ url: z.string(), smallUrl: z.string() })),
  pageUrl: z.string(),
  userAgent: z.string(),
  browserInfo: z.nullable(BrowserInfo),
  consoleErrors: z.array(z.string()),
  createdAt: z.string(),
});
export type BugReport = z.infer<typeof BugReport>;

export const list = endpoint.get('/api/admin/bug-reports', {
  credential: 'admin',
  summary: 'Bug reports, newest first',
  input: z.strictObject({ ...paging, status: z.optional(BugStatus) }),
  output: page(BugReport),
});

export const setStatus = endpoint.put('/api/admin/bug-reports/:id', {
  credential: 'admin',
  rate: 'settingChanges',
  summary: 'Closes a bug report, or opens it again',
  input: z.strictObject({ id, status: BugStatus }),
  output: BugReport,
});

export const remove = endpoint.delete('/api/admin/bug-reports/:id', {
  credential: 'admin',
  rate: 'settingChanges',
  summary: 'Deletes a bug report with its picture, for good',
  input: z.strictObject({ id }),
  output: null,
});
