import type { ColumnTypes } from '../dialect.ts';

/**
 * Stores likes and contacts that were taken back in the last hour, so that giving them again notifies nobody twice.
 */
export const withdrawnNews = ({ int, text, clustered }: ColumnTypes): string[] => [
  `create table withdrawn_news (
    user_id ${int} not null references users(id) on delete cascade,
    group_key ${text} not null,
    actor_id ${int} not null references users(id) on delete cascade,
    is_read ${int},
    notified_at ${int},
    withdrawn_at ${int} not null,
    primary key (user_id, group_key, actor_id)
  )${clustered}`,
  `create index withdrawn_news_of_actor on withdrawn_news (actor_id)`,
  `create index withdrawn_news_by_time on withdrawn_news (withdrawn_at)`,
];
