import type { Dialect } from '../dialect.ts';

/**
 * Members who asked an address that said 'Stop'. Rows outlive the circle and the account of the member who asked. Questions that
 * were stopped before are still in `mailbox_invitations`.
 */
export const stoppedAskers = ({ columns: { int, text, clustered } }: Dialect): string[] => [
  `create table stopped_askers (
    address_hash ${text} not null,
    inviter_id ${int} not null,
    primary key (address_hash, inviter_id)
  )${clustered}`,
  'create index mailbox_invitations_by_email on mailbox_invitations (email)',
];
