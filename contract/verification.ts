import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { id, lineOrNone, paging, text } from './fields.ts';
import { limits } from './limits.ts';
import { CurrentUser, page, Person } from './shapes.ts';

export const RequestStatus = z.enum(['pending', 'approved', 'rejected']);
export type RequestStatus = z.infer<typeof RequestStatus>;

const isWebAddress = (value: string): boolean => {
  const url = URL.parse(value);
  return (
    url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.')
  );
};

export const submit = endpoint.post('/api/verification/submit', {
  credential: 'member',
  rate: 'verification',
  summary: 'Asks to have the own identity verified; 409 while a request is pending, or when it is verified',
  input: z.strictObject({
    personalStatement: text(limits.personalStatement, messages.statementTooLong, messages.statementRequired),
    linkedInProfile: z.optional(
      lineOrNone(limits.webAddress, messages.linkedInInvalid).check(
        z.refine((value) => value === null || isWebAddress(value), messages.linkedInInvalid),
      ),
    ),
    instagramHandle: z.optional(lineOrNone(limits.name, messages.instagramTooLong)),
  }),
  output: CurrentUser,
  status: 201,
  caching: 'no-store',
});

export const VerificationRequest = z.object({
  id: z.string(),
  user: Person,
  personalStatement: z.string(),
  linkedInProfile: z.nullable(z.string()),
  instagramHandle: z.nullable(z.string()),
  submittedAt: z.string(),
  status: RequestStatus,
  /** The administrator's note, once the request is decided. */
  notes: z.nullable(z.string()),
});
export type VerificationRequest = z.infer<typeof VerificationRequest>;

export const list = endpoint.get('/api/admin/verifications', {
  credential: 'admin',
  summary: 'Requests for verification: pending ones oldest first, others newest first',
  input: z.strictObject({ ...paging, status: z.optional(RequestStatus) }),
  output: page(VerificationRequest),
});

export const decide = endpoint.put('/api/admin/verifications/:id', {
  credential: 'admin',
  rate: 'settingChanges',
  summary: 'Approves a request, or rejects it with notes; 409 once it is decided',
  input: z
    .strictObject({
      id,
      status: z.enum(['approved', 'rejected']),
      notes: z.optional(text(limits.notes, messages.notesTooLong)),
    })
    .check(
      z.refine((value) => value.status === 'approved' || Boolean(value.notes), {
        path: ['notes'],
        error: messages.notesRequired,
      }),
    ),
  output: VerificationRequest,
});

/** The name that a verified member asked for; `user` has the name that others see. */
export const NameRequest = z.object({
  id: z.string(),
  user: Person,
  firstName: z.string(),
  lastName: z.string(),
  askedAt: z.string(),
});
export type NameRequest = z.infer<typeof NameRequest>;

export const names = endpoint.get('/api/admin/name-requests', {
  credential: 'admin',
  summary: 'Names that verified members asked for, the longest waiting first',
  input: z.strictObject({ ...paging }),
  output: page(NameRequest),
});

export const doubtfulVouches = endpoint.get('/api/admin/vouches', {
  credential: 'admin',
  summary: 'Verified members for whom somebody vouched who has been banned since',
  input: z.strictObject({ ...paging }),
  output: page(z.object({ user: Person, vouchedBy: Person })),
});

export const vouchedNames = endpoint.get('/api/verification/names', {
  ...names,
  credential: 'member',
  summary: 'Names that members asked for whom the caller vouched for, the longest waiting first',
});

export const decideName = endpoint.put('/api/admin/name-requests/:id', {
  credential: 'admin',
  rate: 'settingChanges',
  summary: 'Agrees to a name, or refuses it; 404 once it is decided',
  input: z.strictObject({ id, status: z.enum(['approved', 'rejected']) }),
  output: null,
});

export const decideVouchedName = endpoint.put('/api/verification/names/:id', {
  ...decideName,
  credential: 'member',
  summary:
    'Agrees to the name of a member whom the caller vouched for, or refuses it; 404 once it is decided',
});
