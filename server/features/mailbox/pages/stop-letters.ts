import type { AppContext } from '../../../app-context.ts';
import { pauseLetters } from '../../delivery/pause.ts';
import { queueMailboxMail } from '../mails.ts';
import { pageWords } from './layout.ts';
import type { OpenLetter } from './visit.ts';

/**
 * Pauses the letters of a member. One click is enough, as in other newsletters, so a stranger with a forwarded letter can do
 * it too. A mail tells the member, unless their own browser did it.
 */
export const stopLetters = (
  context: AppContext,
  { viewer, url }: OpenLetter,
  isOwnBrowser: boolean,
): Promise<void> =>
  context.db.write(async (tx) => {
    const { letters_paused_at: earlier } = await tx.q
      .selectFrom('users')
      .select('letters_paused_at')
      .where('id', '=', viewer.id)
      .executeTakeFirstOrThrow();
    await pauseLetters(tx, viewer.id);
    if (isOwnBrowser || earlier !== null) return;
    const { stop, letter } = pageWords(viewer.language);
    await queueMailboxMail(context, tx, viewer.id, {
      subject: stop.done.title,
      paragraphs: [stop.done.about],
      action: { text: letter.mine, url: `${context.settings.publicUrl}${url}/mine` },
    });
  });
