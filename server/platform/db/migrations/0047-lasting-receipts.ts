import type { ColumnTypes } from '../dialect.ts';

/** Receipts keep what they say when sessions end and mailbox members make accounts. */
export const lastingReceipts = ({ int }: ColumnTypes): string[] => [
  `alter table take_back_people add column by_letter ${int} not null default 0`,
  `update take_back_people set by_letter = 1
    where exists (select 1 from users u where u.id = take_back_people.user_id and u.by_letter = 1)`,
  `alter table take_back_devices add column online_at ${int}`,
  `update take_back_devices set online_at = (
    select s.last_seen_at from sessions s
    join take_backs t on t.id = take_back_devices.take_back_id
    where s.public_id = take_back_devices.session and s.last_seen_at > t.taken_back_at
  )`,
];
