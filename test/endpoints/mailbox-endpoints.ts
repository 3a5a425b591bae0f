import { type Door, membersOnly, nobody } from './endpoints.ts';

const person = { firstName: 'Otto', lastName: 'Mail' };

/** The endpoints of mailbox members, by name. This server cannot receive mail. */
export const mailboxDoors: Readonly<Record<string, Door>> = {
  'mailbox.ask': {
    input: ({ circle }) => ({ id: circle.id, ...person, email: 'otto@example.org' }),
    statuses: [401, 404, 404, 403, 409],
    absent: () => ({ id: nobody(), ...person, email: 'otto@example.org' }),
  },
  'mailbox.asked': {
    input: ({ circle }) => ({ id: circle.id }),
    statuses: [401, 404, 404, 403, 200],
    absent: () => ({ id: nobody() }),
  },
  'mailbox.withdraw': {
    input: ({ circle }) => ({ id: circle.id, invitationId: nobody() }),
    statuses: [401, 404, 404, 403, 404],
    absent: () => ({ id: nobody(), invitationId: nobody() }),
  },
  'mailbox.offerAccount': {
    // The member has an account.
    input: ({ circle, member }) => ({ id: circle.id, memberId: member.id }),
    statuses: [401, 404, 404, 403, 404],
    absent: ({ member }) => ({ id: nobody(), memberId: member.id }),
  },
  'mailbox.mailAddress': {
    input: ({ circle }) => ({ id: circle.id }),
    statuses: [401, 404, 404, 409, 409],
    absent: () => ({ id: nobody() }),
  },
  'mailbox.renewMailAddress': {
    input: ({ circle }) => ({ id: circle.id }),
    statuses: [401, 404, 404, 409, 409],
    absent: () => ({ id: nobody() }),
  },
  'mailbox.mailsInMyName': { statuses: membersOnly(200) },
};
