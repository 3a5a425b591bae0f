import { rescheduleLetter } from '../letters/evening.ts';
import type { edit as call } from '../../../contract/account.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { Problem } from '../../platform/problem.ts';
import { translateContacts } from '../circles/create.ts';
import { loadCurrentUser } from '../auth/current-user.ts';
import { assertSessionLives } from '../auth/session.ts';
import { searchTextOf } from '../members/search-text.ts';
import { chooseUsername } from '../members/usernames.ts';
import { takeQuestions } from '../questions/end.ts';
import { rename } from '../verification/names.ts';
import type { Proof } from './proof.ts';

const taken = () =>
  new Problem('conflict', messages.usernameTaken, {
    issues: [{ path: 'username', message: messages.usernameTaken }],
  });

/**
 * Changes the given fields of the viewer's account.
 * @throws conflict for a username that is taken, unauthorized for mails in their name once the session is over
 */
export const editAccount = async (
  context: Pick<AppContext, 'db' | 'jobs' | 'settings'>,
  viewer: Viewer,
  input: Omit<Input<typeof call>, keyof Proof>,
): Promise<CurrentUser> => {
  const { db } = context;
  try {
    return await db.write(async (tx) => {
      if (input.mailInMyName) await assertSessionLives(tx, viewer);
      await rename(context, tx, viewer, { firstName: input.firstName, lastName: input.lastName });
      const changed = await tx.q
        .updateTable('users')
        .set({
          // An UPDATE needs at least one column; setting the id to itself changes nothing.
          id: (e) => e.ref('id'),
          ...(input.username === undefined ? {} : chooseUsername(input.username)),
          ...(input.bio === undefined ? {} : { bio: input.bio }),
          ...(input.phoneNumber === undefined ? {} : { phone_number: input.phoneNumber }),
          ...(input.findableByEmail === undefined
            ? {}
            : { findable_by_email: input.findableByEmail ? 1 : 0 }),
          ...(input.listed === undefined ? {} : { in_directory: input.listed ? 1 : 0 }),
          ...(input.language === undefined ? {} : { language: input.language }),
          ...(input.timeZone === undefined ? {} : { time_zone: input.timeZone }),
          ...(input.letterHour === undefined ? {} : { letter_hour: input.letterHour }),
          ...(input.mailInMyName === undefined ? {} : { mail_in_my_name: input.mailInMyName ? 1 : 0 }),
        })
        .where('id', '=', viewer.id)
        .returning(['first_name', 'last_name', 'username'])
        .executeTakeFirstOrThrow();
      if (input.timeZone !== undefined || input.letterHour !== undefined)
        await rescheduleLetter(tx, viewer.id);
      if (input.takesQuestions !== undefined) await takeQuestions(tx, viewer.id, input.takesQuestions);
      if (input.language !== undefined) await translateContacts(tx, viewer.id, input.language);
      await tx.q
        .updateTable('users')
        .set({ search_text: searchTextOf(changed.first_name, changed.last_name, changed.username) })
        .where('id', '=', viewer.id)
        .execute();
      return loadCurrentUser(tx.q, viewer.id);
    });
  } catch (error) {
    if (db.dialect.isUniqueViolation(error)) throw taken();
    throw error;
  }
};
