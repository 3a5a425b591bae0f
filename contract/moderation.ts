import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { id, line, paging, text } from './fields.ts';
import { limits } from './limits.ts';
import { ReportStatus, ReportTarget, ReportType } from './reporting.ts';
import { page, Person, Photo, Voice } from './shapes.ts';

/** A member as administrators see everybody: the name, and the state of the account. */
export const ManagedMember = z.extend(Person, {
  isAdmin: z.boolean(),
  /** Null unless they are suspended now. */
  suspendedUntil: z.nullable(z.string()),
  bannedAt: z.nullable(z.string()),
});
export type ManagedMember = z.infer<typeof ManagedMember>;

export const members = endpoint.get('/api/admin/members', {
  credential: 'admin',
  summary:
    'All members whatever their state, the newest first; `q` is a part of a name or username, or a whole e-mail',
  input: z.strictObject({
    ...paging,
    q: z.optional(
      z.pipe(
        line(limits.email, messages.searchShort, messages.invalid),
        z.string().check(z.refine((value) => [...value].length >= limits.searchMin, messages.searchShort)),
      ),
    ),
  }),
  output: page(ManagedMember),
});

export const MemberAct = z.enum(['suspend', 'restore', 'ban', 'make_admin', 'remove_admin']);
export type MemberAct = z.infer<typeof MemberAct>;

export const actOnMember = endpoint.put('/api/admin/members/:id', {
  credential: 'admin',
  rate: 'settingChanges',
  summary:
    'Suspends for seven days, bans, lifts both, makes or unmakes an administrator; 409 where no administrator would be left',
  input: z.strictObject({ id, action: MemberAct }),
  output: ManagedMember,
});

export const ActionTaken = z.enum(['none', 'warning', 'content_removed', 'user_suspended', 'user_banned']);
export type ActionTaken = z.infer<typeof ActionTaken>;

const ReportLine = z.object({
  id: z.string(),
  targetType: ReportTarget,
  reportType: ReportType,
  status: ReportStatus,
  actionTaken: ActionTaken,
  createdAt: z.string(),
});

export const Report = z.extend(ReportLine, {
  reason: z.string(),
  moderatorNotes: z.nullable(z.string()),
  /** The reported member, or the author. */
  member: Person,
  /** Null once they have deleted their account. */
  reporter: z.nullable(Person),
});
export type Report = z.infer<typeof Report>;

/** The reported content as the reporter saw it. */
export const Evidence = z.object({
  /** The text of a moment or comment, or a member's bio. */
  text: z.nullable(z.string()),
  /** For a member: name and username at that time. */
  name: z.nullable(z.string()),
  username: z.nullable(z.string()),
  createdAt: z.string(),
  photos: z.array(Photo),
  voice: z.nullable(Voice),
});
export type Evidence = z.infer<typeof Evidence>;

export const ReviewedReport = z.extend(Report, {
  decidedAt: z.nullable(z.string()),
  /** Null once the report is decided. */
  evidence: z.nullable(Evidence),
  /** The moment or comment was deleted in the meantime. */
  isGone: z.boolean(),
  /** Other reports about the same person, the newest first, 20 at most. */
  earlier: z.array(ReportLine),
});
export type ReviewedReport = z.infer<typeof ReviewedReport>;

export const reports = endpoint.get('/api/reports', {
  credential: 'admin',
  summary:
    'Reports, the newest first, but those about the caller; `pending` and `total` count all of them, up to 1,000',
  input: z.strictObject({ ...paging, status: z.optional(ReportStatus) }),
  output: z.extend(page(Report), { pending: z.number(), total: z.number() }),
});

export const report = endpoint.get('/api/reports/:id', {
  credential: 'admin',
  summary: 'One report with its evidence; the look is in the audit log',
  input: z.strictObject({ id }),
  output: ReviewedReport,
});

export const open = endpoint.post('/api/reports/:id/open', {
  credential: 'admin',
  rate: 'settingChanges',
  summary: 'Marks a pending report as reviewed; any other stays as it is',
  input: z.strictObject({ id }),
  output: Report,
});

export const decide = endpoint.put('/api/reports/:id', {
  credential: 'admin',
  rate: 'settingChanges',
  summary: 'Decides a report, and does at once what the action says; 409 once it is decided',
  input: z
    .strictObject({
      id,
      status: z.enum(['resolved', 'dismissed']),
      moderatorNotes: z.optional(z.nullable(text(limits.notes, messages.notesTooLong))),
      actionTaken: z.optional(ActionTaken),
    })
    .check(
      z.refine(({ status, actionTaken = 'none' }) => status === 'resolved' || actionTaken === 'none', {
        path: ['actionTaken'],
        error: messages.dismissedWithAction,
      }),
    ),
  output: Report,
});

export const correctNotes = endpoint.patch('/api/reports/:id', {
  credential: 'admin',
  rate: 'settingChanges',
  summary: "Corrects the moderators' notes of a report, also of a decided one",
  input: z.strictObject({ id, moderatorNotes: text(limits.notes, messages.notesTooLong) }),
  output: Report,
});

export const remove = endpoint.delete('/api/reports/:id', {
  credential: 'admin',
  rate: 'settingChanges',
  summary: 'Deletes a report with its evidence',
  input: z.strictObject({ id }),
  output: null,
});
