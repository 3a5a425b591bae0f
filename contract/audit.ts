import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { paging } from './fields.ts';
import { page, Person } from './shapes.ts';

/** The closed list of actions in the audit log. */
export const AuditAct = z.enum([
  'member.registered',
  'member.signed_in',
  'member.sign_in_failed',
  'member.second_factor_failed',
  'member.recovery_code_used',
  'member.recovery_codes_made',
  'member.totp_added',
  'member.totp_removed',
  'member.passkey_added',
  'member.passkey_removed',
  'member.second_factors_removed',
  'member.frame_added',
  'member.sign_in_denied',
  'member.denial_undone',
  'member.claimed',
  'member.emptied',
  'member.sign_in_moved',
  'member.made_admin',
  'member.admin_removed',
  'member.verified',
  'member.verification_rejected',
  'member.name_asked',
  'member.name_approved',
  'member.name_refused',
  'member.warned',
  'member.suspended',
  'member.banned',
  'member.restored',
  'member.password_replaced',
  'member.reset_link_made',
  'member.password_changed',
  'member.password_reset',
  'member.email_changed',
  'member.email_removed',
  'member.locked',
  'member.exported',
  'member.deleted',
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
  'subscription.started',
  'subscription.renewed',
  'subscription.changed',
  'subscription.canceled',
  'subscription.unpaid',
  'subscription.ended',
  'bug_report.closed',
  'bug_report.reopened',
  'bug_report.deleted',
  'circle.archived',
  'circle.deleted',
  'post.deleted',
  'comment.removed',
  'place.changed',
  'settings.changed',
  'report.read',
  'report.opened',
  'report.photo_seen',
  'report.resolved',
  'report.dismissed',
  'report.notes_corrected',
  'report.deleted',
  'job.retried',
  'job.dropped',
]);
export type AuditAct = z.infer<typeof AuditAct>;

const isTime = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/.test(value) &&
  !Number.isNaN(Date.parse(value));

const time = z.string().check(z.refine(isTime, messages.dateInvalid));

export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  act: AuditAct,
  /** Null for the operator, for unknown visitors, and once they have deleted their account. */
  actor: z.nullable(Person),
  /** The id of the object; with the name if it is a member who is still here. */
  target: z.nullable(z.object({ id: z.string(), member: z.nullable(Person) })),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const list = endpoint.get('/api/admin/audit', {
  credential: 'admin',
  summary:
    'The audit log, the latest first; `from` and `to` are UTC times, or days of which both are included. Ids and names, no content',
  input: z.strictObject({
    ...paging,
    act: z.optional(AuditAct),
    from: z.optional(time),
    to: z.optional(time),
  }),
  output: page(AuditEntry),
});
