import { sql } from 'kysely';
import { bind, col, isMuted, isUnclaimed, type Predicate, type SqlRef, seesPerson } from './sees.ts';

/**
 * The question still stands between the two: nobody ended it, both have been in its shared circle since it was asked, and the asked
 * member takes questions and sees its asker (ASK-6). `question` is the alias of its row.
 */
export const isOpenQuestion = (question: string): Predicate => {
  const of = (column: string) => col(`${question}.${column}`);
  return sql<boolean>`(${of('ended_at')} is null
    and exists (select 1 from users taker where taker.id = ${of('asked_id')} and taker.takes_questions = 1)
    and exists (select 1 from circle_members asked_in
      join circle_members asker_in on asker_in.circle_id = asked_in.circle_id
      where asked_in.circle_id = ${of('circle_id')} and asked_in.user_id = ${of('asked_id')}
        and asker_in.user_id = ${of('asker_id')}
        and asked_in.added_at <= ${of('asked_at')} and asker_in.added_at <= ${of('asked_at')})
    and ${seesPerson(of('asked_id'), of('asker_id'))} and not ${isUnclaimed(of('asker_id'))}
    and not ${isMuted(of('asked_id'), of('asker_id'))})`;
};

/** The question reached the viewer and waits for them. `question` is the alias of its row. */
export const seesQuestion = (viewer: SqlRef, question: string): Predicate => sql<boolean>`(
  ${col(`${question}.asked_id`)} = ${viewer} and ${col(`${question}.reached_at`)} is not null
  and ${isOpenQuestion(question)})`;

/** Like `seesQuestion`, by the question's key alone. */
export const seesQuestionById = (viewer: SqlRef, question: SqlRef): Predicate => sql<boolean>`exists (
  select 1 from questions waiting where waiting.id = ${question} and ${seesQuestion(viewer, 'waiting')})`;

/** Whether the asker's account goes on, and the viewer of the answer sees its words: those of a comment are hidden likewise (ASK-5). */
export const seesAskerOfSeenPost = (viewer: SqlRef, asker: SqlRef): Predicate => sql<boolean>`(
  ${seesPerson(viewer, asker)} and not ${isUnclaimed(asker)})`;

/** Another member who is in a shared circle, and whom the viewer sees there. */
export const mayAskIn = (viewer: number, circle: number, asked: SqlRef): Predicate => sql<boolean>`(
  ${asked} <> ${viewer} and ${seesPerson(bind(viewer), asked)} and exists (
    select 1 from circle_members inside where inside.circle_id = ${circle} and inside.user_id = ${asked}))`;
