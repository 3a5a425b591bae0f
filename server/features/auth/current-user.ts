import { sql } from 'kysely';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { readMember, selectMember, time } from '../../access/show/present.ts';
import { bind } from '../../access/rules/sees.ts';
import type { Queries } from '../../platform/db/database.ts';
import { findDailyCircles } from '../posts/daily.ts';
import { missing } from '../../platform/problem.ts';
import type { ReaderRow } from '../../words/reader.ts';
import { languageOr } from '../../words/words.ts';

interface Row extends ReaderRow {
  member: string;
  email: string;
  posts_count: number;
  created_at: number;
  phone_number: string | null;
  is_admin: number;
  account_status: CurrentUser['accountStatus'];
  verification_status: CurrentUser['verificationStatus'];
  verification_submitted_at: number | null;
  verification_notes: string | null;
  findable_by_email: number;
  in_directory: number;
  email_confirmed_at: number | null;
  review: CurrentUser['review'];
  letter_hour: number;
  mail_in_my_name: number;
  takes_questions: number;
  asked_first: string | null;
  asked_last: string | null;
}

/** Every field that a member may see of themselves. */
export const loadCurrentUser = async (q: Queries, userId: number): Promise<CurrentUser> => {
  const { rows } = await sql<Row>`
    select ${selectMember(bind(userId), 'u')} as member, u.email, u.posts_count, u.created_at, u.phone_number,
      u.is_admin, u.account_status, u.verification_status, u.verification_submitted_at, u.verification_notes,
      u.findable_by_email, u.in_directory, u.email_confirmed_at, u.language, u.time_zone, u.letter_hour, u.mail_in_my_name, u.takes_questions,
      case when u.claim_asked_at is not null then 'claim' when exists (select 1 from denials d where d.user_id = u.id) then 'denial' end as review,
      n.first_name as asked_first, n.last_name as asked_last
    from users u left join name_requests n on n.user_id = u.id where u.id = ${userId}`.execute(q);
  const [row] = rows;
  if (!row) throw missing();
  return {
    ...readMember(row.member),
    email: row.email,
    postsCount: row.posts_count,
    createdAt: time(row.created_at),
    phoneNumber: row.phone_number,
    isAdmin: row.is_admin === 1,
    accountStatus: row.account_status,
    verificationStatus: row.verification_status,
    verificationSubmittedAt:
      row.verification_submitted_at === null ? null : time(row.verification_submitted_at),
    verificationNotes: row.verification_notes,
    findableByEmail: row.findable_by_email === 1,
    listed: row.in_directory === 1,
    emailConfirmed: row.email_confirmed_at !== null,
    requestedName:
      row.asked_first === null || row.asked_last === null
        ? null
        : { firstName: row.asked_first, lastName: row.asked_last },
    review: row.review,
    language: languageOr(row.language),
    timeZone: row.time_zone,
    letterHour: row.letter_hour,
    mailInMyName: row.mail_in_my_name === 1,
    takesQuestions: row.takes_questions === 1,
    dailyCircleIds: await findDailyCircles(q, userId),
  };
};
