import type { Dialect } from '../dialect.ts';

const queue = (row: 'new' | 'old'): string => `
  insert into post_search_queue (post_id)
  select (to_jsonb(${row}) ->> tg_argv[0])::bigint where to_jsonb(${row}) ->> tg_argv[0] is not null
  on conflict (post_id) do update set post_id = excluded.post_id`;

/**
 * A change locks the row of its post in the queue of the search until its commit, also where the row was there: the index
 * would be made of the post as it was before, and the row be gone. SQLite has one writer.
 */
export const queueHeldUntilCommit = ({ pick }: Dialect): string[] =>
  pick({
    sqlite: [],
    postgres: [
      `create or replace function queue_for_search() returns trigger language plpgsql as $$ begin
        if tg_op <> 'DELETE' then ${queue('new')}; end if;
        if tg_op <> 'INSERT' then ${queue('old')}; end if;
        return null;
      end $$`,
    ],
  });
