import { sql } from 'kysely';
import { bind, type SqlRef } from '../../access/rules/sees.ts';
import { isOpenQuestion } from '../../access/rules/sees-questions.ts';
import { selectPerson } from '../../access/show/present.ts';
import { type Database, prepared, type StatementRunner, type Tx } from '../../platform/db/database.ts';
import { notify, type News } from '../notifications/notify.ts';

const day = 24 * 60 * 60_000;

/** An unanswered question fades so many milliseconds after it reached its member, and its asker can ask again as long after it. */
export const fadesAfterMs = 30 * day;

/** One question a week. Half a day less, because the hour of letters comes a few minutes earlier or later. */
const weekMs = 6.5 * day;

/** The notification of a question to a member. */
const newsOf = (question: { id: number; asker: number; circle: number }, to: number): News => ({
  kind: 'question',
  to,
  actor: question.asker,
  circle: question.circle,
  question: question.id,
  group: `question:${question.id}`,
});

interface Reached {
  id: number;
  asker: number;
  circle: number;
}

/** The key of the question whose turn it is: of the asker who has reached the member longest ago, and of theirs the oldest. */
const nextWaiting = (member: SqlRef) => sql<number>`(
  select q.id from questions q
  where q.asked_id = ${member} and q.reached_at is null and ${isOpenQuestion('q')}
  order by coalesce((select max(earlier.reached_at) from questions earlier
    where earlier.asked_id = q.asked_id and earlier.asker_id = q.asker_id), 0), q.id
  limit 1)`;

/** The week of the member begins. */
export const takeWeek = async ({ q }: Tx, member: number, now: number): Promise<void> => {
  await q.updateTable('users').set({ question_at: now }).where('id', '=', member).execute();
};

/** Marks that an open question reached the member. @returns false if it had, or if it ended or was withdrawn meanwhile */
export const markReached = async (
  tx: Tx,
  { question, member }: { question: number; member: number },
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx.q
    .updateTable('questions')
    .set({ reached_at: now })
    .where('id', '=', question)
    .where('reached_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await takeWeek(tx, member, now);
  return true;
};

/** A question for the end of a letter. */
export interface LetterQuestion {
  id: number;
  public_id: string;
  words: string;
  asker: string;
  circle: string;
}

/** Whether questions wait for the member `u`, and none reached them within a week. */
const mayReach = (now: number) => sql<boolean>`((u.question_at is null or u.question_at <= ${now - weekMs})
  and exists (select 1 from questions q where q.asked_id = u.id and q.ended_at is null and q.reached_at is null))`;

/** Whether a letter to the member `u` at `now` may bring a question: the statement of it then says which one. */
export const mayBringQuestion = (now: number) => sql<number>`case
  when u.by_letter = 1 and u.verification_status = 'approved' and ${mayReach(now)} then 1 else 0 end`;

const questionOfLetter = prepared<{ reader: number }, LetterQuestion>({
  name: 'question_of_letter',
  parameters: ['reader'],
  text: ({ reader }) => sql`
    select next.id, next.public_id, next.words, ${selectPerson(reader, 'asking')} as asker, c.name as circle
    from questions next join users asking on asking.id = next.asker_id join circles c on c.id = next.circle_id
    where next.id = ${nextWaiting(reader)}`,
});

/** The next question for a mailbox member. */
export const findLetterQuestion = async (
  from: StatementRunner,
  reader: number,
): Promise<LetterQuestion | null> => (await from.run(questionOfLetter, { reader }))[0] ?? null;

/** Lets the next question reach a member with an account now. */
export const reachNext = async (tx: Tx, member: number, now: number): Promise<void> => {
  const { rows } = await sql<Reached>`
    select next.id, next.asker_id as asker, next.circle_id as circle from questions next
    where next.id = ${nextWaiting(bind(member))}`.execute(tx.q);
  const [next] = rows;
  if (!next) return;
  if (!(await markReached(tx, { question: next.id, member }, now))) return;
  await notify(tx, newsOf(next, member));
};

/** Lets one question reach each of these members whose hour has come, if none did within a week (ASK-2). Letters bring those of mailbox members. */
export const reachAtHour = async (tx: Tx, members: readonly { id: number }[], now: number): Promise<void> => {
  if (members.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
    where u.id in (${sql.join(members.map(({ id }) => id))}) and u.by_letter = 0 and u.banned_at is null and u.claim_asked_at is null
      and (u.suspended_until is null or u.suspended_until <= ${now})
      and ${mayReach(now)}
    order by u.id`.execute(tx.q);
  for (const { id } of rows) await reachNext(tx, id, now);
};

/** Ends the questions that nobody answered for 30 days. */
export const fadeQuestions = (db: Database, now = Date.now()): Promise<void> =>
  db.write(async ({ q }) => {
    await q
      .updateTable('questions')
      .set({ ended_at: now })
      .where('ended_at', 'is', null)
      .where('reached_at', '<=', now - fadesAfterMs)
      .execute();
  });
