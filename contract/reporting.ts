import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { id, text } from './fields.ts';
import { limits } from './limits.ts';

export const ReportTarget = z.enum(['post', 'comment', 'user']);
export type ReportTarget = z.infer<typeof ReportTarget>;

export const ReportType = z.enum([
  'spam',
  'harassment',
  'inappropriate_content',
  'fake_account',
  'copyright',
]);
export type ReportType = z.infer<typeof ReportType>;

export const ReportStatus = z.enum(['pending', 'reviewed', 'resolved', 'dismissed']);
export type ReportStatus = z.infer<typeof ReportStatus>;

export const create = endpoint.post('/api/reports', {
  credential: 'member',
  rate: 'reports',
  summary:
    'Reports a moment, a comment or a member that the caller sees; 409 while a report of the same by the caller is open',
  input: z.strictObject({
    targetType: ReportTarget,
    targetId: id,
    reportType: ReportType,
    reason: text(limits.reportReason, messages.reportReasonTooLong, messages.reportReasonRequired),
  }),
  output: z.object({
    id: z.string(),
    targetType: ReportTarget,
    targetId: z.string(),
    reportType: ReportType,
    reason: z.string(),
    status: ReportStatus,
    createdAt: z.string(),
    /** Says who will review the report. */
    message: z.string(),
  }),
  status: 201,
  caching: 'no-store',
});
