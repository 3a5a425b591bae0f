import * as z from 'zod/mini';
import { inviteCode } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { email, id, lineOrNone, text } from './fields.ts';
import { limits } from './limits.ts';

/** 'I know who this is': accepting verifies. 403 for members who may not vouch. */
const verifies = z.optional(z.boolean());
const message = text(limits.personalMessage, messages.messageTooLong);

/** An open invitation as its sender, the owner and the keepers of its circle see it. It does not contain the code, which is not stored. */
export const Invitation = z.object({
  id: z.string(),
  /** Null for an invitation by link, and for an accepted one whose member has deleted the account. */
  email: z.nullable(z.string()),
  /** The name of the person for whom a code is meant. Null for everybody but its sender. */
  for: z.nullable(z.string()),
  /** Whether no mail carried the code, because this installation could send none. */
  isUnmailed: z.boolean(),
  circle: z.nullable(z.object({ id: z.string(), name: z.string() })),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

/** `code` and `link` are null where a mail carries them, and after the invitation was used. */
const SentInvitation = z.extend(Invitation, {
  code: z.nullable(z.string()),
  link: z.nullable(z.string()),
});
export type SentInvitation = z.infer<typeof SentInvitation>;

export const preview = endpoint.get('/api/invites/:code', {
  credential: 'anyone',
  rate: 'invitePreview',
  summary: 'What an invitation says. `circleName` is null for private circles and where there is none',
  input: z.strictObject({ code: inviteCode }),
  output: z.object({
    circleName: z.nullable(z.string()),
    fromUser: z.nullable(z.object({ firstName: z.string(), lastName: z.string() })),
    message: z.nullable(z.string()),
    /** The name that administrators gave this installation. */
    placeName: z.nullable(z.string()),
    /** The id of the invitation for the member who sent it, null for everyone else. */
    ownId: z.nullable(z.string()),
    /** A picture frame shows the named circle. */
    isOnFrame: z.optional(z.literal(true)),
  }),
  caching: 'no-store',
});

export const accept = endpoint.post('/api/invites/:code/accept', {
  credential: 'member',
  rate: 'inviteAccept',
  summary: 'Accepts an invitation; the same member again gets the same answer',
  input: z.strictObject({ code: inviteCode }),
  output: z.object({
    success: z.boolean(),
    message: z.string(),
    circle: z.nullable(z.object({ name: z.string() })),
  }),
});

export const inviteToCircle = endpoint.post('/api/circles/:id/invitations', {
  credential: 'member',
  rate: 'inviteSend',
  repeatable: true,
  summary:
    'Invites an address to a circle by e-mail (its owner and keepers); without a mail server the answer has the code',
  input: z.strictObject({ id, email, message: z.optional(message), verifies }),
  output: SentInvitation,
  status: 201,
  caching: 'no-store',
});

export const sendInvite = endpoint.post('/api/auth/send-invite', {
  credential: 'member',
  rate: 'inviteSend',
  repeatable: true,
  summary: 'Invites an address to Circle by e-mail; without a mail server the answer has the code',
  input: z.strictObject({ email, message: z.optional(message), verifies }),
  output: SentInvitation,
  status: 201,
  caching: 'no-store',
});

export const inviteByEmail = endpoint.post('/api/invites/email', sendInvite);

export const makeCode = endpoint.post('/api/invites', {
  credential: 'member',
  rate: 'inviteSend',
  summary:
    'Makes an invitation without an address, to a circle that the caller owns or keeps, or to Circle. Only this answer has its code',
  input: z.strictObject({
    circleId: z.optional(id),
    /** A name that the caller alone sees. `verifies` counts only with it: a code for nobody in particular does not vouch. */
    for: z.optional(lineOrNone(limits.invitedName, messages.invitedNameTooLong)),
    verifies,
  }),
  output: z.object({ id: z.string(), code: z.string(), link: z.string(), expiresAt: z.string() }),
  status: 201,
  caching: 'no-store',
});

export const mine = endpoint.get('/api/invites', {
  credential: 'member',
  summary: "The caller's open invitations, or all open ones to a circle that the caller owns or keeps",
  input: z.strictObject({ circleId: z.optional(id) }),
  output: z.array(Invitation),
});

export const withdraw = endpoint.delete('/api/invites/:id', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Withdraws an open invitation of the caller, or to a circle that the caller owns or keeps',
  input: z.strictObject({ id }),
  output: null,
});
