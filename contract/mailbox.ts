import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { email, id, line, paging } from './fields.ts';
import { limits } from './limits.ts';
import { page } from './shapes.ts';

/** A question to an address that was not answered yet, as the owner of its circle sees it. */
export const MailboxInvitation = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  askedAt: z.string(),
  expiresAt: z.string(),
});
export type MailboxInvitation = z.infer<typeof MailboxInvitation>;

export const ask = endpoint.post('/api/circles/:id/mailbox-members', {
  credential: 'member',
  rate: 'inviteSend',
  repeatable: true,
  summary: 'Asks an address by mail whether it joins a circle by letter (its owner alone)',
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
  summary: 'The unanswered questions of a circle (its owner alone), newest first',
  input: z.strictObject({ id, ...paging }),
  output: page(MailboxInvitation),
});

export const withdraw = endpoint.delete('/api/circles/:id/mailbox-members/:invitationId', {
  credential: 'member',
  rate: 'circleChanges',
  summary: 'Withdraws an unanswered question (the owner of its circle alone)',
  input: z.strictObject({ id, invitationId: id }),
  output: null,
});

export const offerAccount = endpoint.post('/api/circles/:id/mailbox-members/:memberId/account', {
  credential: 'member',
  rate: 'inviteSend',
  summary: "Mails a circle's mailbox member a link to make an account (the owner alone)",
  input: z.strictObject({ id, memberId: id }),
  output: null,
});
