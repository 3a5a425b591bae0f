import type { Dialect } from '../dialect.ts';

/**
 * Questions of members to members, and the words of an answered one beside its moment. `question_at` of a member is when the last
 * question reached them: one comes a week at most, also if that one is withdrawn.
 */
export const questions = ({ columns: { int, key, text } }: Dialect): string[] => [
  `create table questions (
    id ${key},
    public_id ${text} not null unique,
    circle_id ${int} not null references circles(id) on delete cascade,
    asker_id ${int} not null references users(id) on delete cascade,
    asked_id ${int} not null references users(id) on delete cascade,
    words ${text} not null,
    asked_at ${int} not null,
    reached_at ${int},
    ended_at ${int},
    answer_id ${int} references posts(id) on delete set null
  )`,
  'create index questions_asked on questions (asker_id, circle_id, id)',
  'create index questions_of_circle on questions (circle_id)',
  'create index questions_to on questions (asked_id)',
  'create index questions_open on questions (asked_id, id) where ended_at is null',
  'create index questions_answered on questions (answer_id) where answer_id is not null',

  `alter table users add column takes_questions ${int} not null default 1`,
  `alter table users add column question_at ${int}`,

  `alter table posts add column question ${text}`,
  `alter table posts add column question_by ${int} references users(id) on delete set null`,
  'create index posts_question_by on posts (question_by) where question_by is not null',

  `alter table notifications add column question_id ${int} references questions(id) on delete cascade`,
  'create index notifications_question on notifications (question_id) where question_id is not null',
];
