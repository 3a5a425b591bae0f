import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { email, id, line, paging } from './fields.ts';
import { limits } from './limits.ts';
import { CircleMark, page, Photo } from './shapes.ts';

/** A question to an address that was not answered yet, as the owner of its circle sees it. */
export const MailboxInvitation = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  askedAt: z.string(),
  expiresAt: z.string(),
  /** No mail could be sent: the question is a file on the server. */
  isUnmailed: z.boolean(),
});
export type MailboxInvitation = z.infer<typeof MailboxInvitation>;

export const ask = endpoint.post('/api/circles/:id/mailbox-members', {
  credential: 'member',
  rate: 'inviteSend',
  repeatable: true,
  summary: 'Asks an address by mail whether it joins a circle by letter (its owner and its keepers)',
  input: z.strictObject({
    id,
    firstName: line(limits.name, messages.theirFirstNameRequired, messages.nameTooLong),
    lastName: line(limits.name, messages.theirLastNameRequired, messages.nameTooLong),
    email,
    /** 'I know who this is': the answer verifies. 403 for members who may not vouch. */
    verifies: z.optional(z.boolean()),
  }),
  output: MailboxInvitation,
  status: 201,
});

export const asked = endpoint.get('/api/circles/:id/mailbox-members', {
  credential: 'member',
  summary: 'The unanswered questions of a circle (its owner and its keepers), newest first',
  input: z.strictObject({ id, ...paging }),
  output: page(MailboxInvitation),
});

export const withdraw = endpoint.delete('/api/circles/:id/mailbox-members/:invitationId', {
  credential: 'member',
  rate: 'circleChanges',
  summary: 'Withdraws an unanswered question (the owner of its circle and its keepers)',
  input: z.strictObject({ id, invitationId: id }),
  output: null,
});

export const offerAccount = endpoint.post('/api/circles/:id/mailbox-members/:memberId/account', {
  credential: 'member',
  rate: 'inviteSend',
  summary: "Mails a circle's mailbox member a link to make an account (the owner and the keepers)",
  input: z.strictObject({ id, memberId: id }),
  output: null,
});

const MailAddress = z.object({ address: z.string() });

export const mailAddress = endpoint.get('/api/circles/:id/mail-address', {
  credential: 'member',
  summary:
    'The address to which the caller mails moments for a circle; 409 with words where such a mail would not count',
  input: z.strictObject({ id }),
  output: MailAddress,
  caching: 'no-store',
});

export const renewMailAddress = endpoint.post('/api/circles/:id/mail-address', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Replaces that address: mails to the old one share nothing from then on',
  input: z.strictObject({ id }),
  output: MailAddress,
  caching: 'no-store',
});

/** A moment or a comment that came by mail in the caller's name. */
export const MailInMyName = z.object({
  kind: z.enum(['post', 'comment']),
  /** The moment's id, or the comment's. */
  id: z.string(),
  /** The moment itself, or the one that the comment is about; null once the caller no longer sees that one. */
  postId: z.nullable(z.string()),
  /** Its first words. */
  words: z.string(),
  /** The first photo of a moment. */
  photo: z.nullable(Photo),
  /** The circles that see the moment, as far as the caller sees them; empty for a comment. */
  circles: z.array(CircleMark),
  /** Nobody else sees the moment any more. */
  isTakenBack: z.boolean(),
  arrivedAt: z.string(),
});
export type MailInMyName = z.infer<typeof MailInMyName>;

export const mailsInMyName = endpoint.get('/api/mails-in-my-name', {
  credential: 'member',
  summary: "Moments and comments that came by mail in the caller's name in the last 7 days, newest first",
  input: z.strictObject({ ...paging }),
  output: page(MailInMyName),
  caching: 'no-store',
});
