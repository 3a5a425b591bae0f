import { sql } from 'kysely';
import type { LetterPostRow } from '../../letters/select-moments.ts';
import { readMentions } from '../../../access/show/mentions.ts';
import { readPerson } from '../../../access/show/present.ts';
import { findReader, type Viewer } from '../../../access/viewer.ts';
import { belongsInFeed, bind, col } from '../../../access/rules/sees.ts';
import type { AppContext } from '../../../app-context.ts';
import { withNames } from '../../../../contract/text/mention-tokens.ts';
import type { Choice } from '../../../platform/mail/layout.ts';
import { replyAddress } from '../../../platform/mail/reply-keys.ts';
import { titled } from '../../../platform/text/titled.ts';
import { personName, type Reader, weekdayAndTimeFor, wordsFor } from '../../../words/reader.ts';
import { listWaitingByKey } from '../../questions/list.ts';
import { questionLine } from '../../questions/words.ts';
import { findLetterPosts } from '../../letters/compose.ts';
import { answerSubject, questionSubject } from '../../letters/letter-text.ts';
import { shorten } from '../../../platform/text/shorten.ts';

/** The number of moments among which the member can choose. */
const maxMoments = 10;
const maxQuestions = 3;
/** Code points of a moment's words. */
const maxWords = 80;
/** Mail programs cut longer addresses that start a mail. */
const maxEncodedBody = 1_500;

const describe = (row: LetterPostRow, reader: Reader): { author: string; when: string; words: string } => {
  const words = wordsFor(reader);
  const content =
    row.content === null
      ? ''
      : titled(row.title, withNames(row.content, readMentions(row.mentions), words.someone));
  return {
    author: personName(words, readPerson(row.author)),
    when: weekdayAndTimeFor(reader, new Date(row.created_at)),
    words: shorten(content.replaceAll(/\s+/g, ' '), maxWords),
  };
};

/**
 * A button for each of the newest moments up to a post, and for questions to a mailbox member, which starts a mail with the written words to the moment. Longer
 * words are written again on the moment's page. Words of moments stand there as in letters (LETTER-44).
 */
export const listAnswerable = async (
  { db, settings, replyKeys }: Pick<AppContext, 'db' | 'settings' | 'replyKeys'>,
  viewer: Viewer,
  until: number,
  { text: written, hasAccount }: { text: string; hasAccount: boolean },
): Promise<Choice[]> => {
  const { mailReply, publicUrl } = settings;
  if (mailReply === null) return [];
  const { rows } = await sql<{ id: number }>`
    select p.id from posts p
    where p.id in (
        select pc.post_id from post_circles pc join circle_members m on m.circle_id = pc.circle_id
        where m.user_id = ${viewer.id} and pc.post_id <= ${until})
      and p.author_id <> ${viewer.id} and ${belongsInFeed(bind(viewer.id), col('p.id'))}
    order by p.id desc limit ${maxMoments}`.execute(db.read);
  const ids = rows.map(({ id }) => id);
  const shown = await findLetterPosts(db, viewer.id, ids);
  const reader = await findReader(db.read, viewer.id);
  const { moment, answer } = wordsFor(reader).mailbox.replies.which;
  const letter = replyKeys.seal({ kind: 'letter', user: viewer.id, object: ids[0] ?? 0 });
  const isShort = encodeURIComponent(written.toWellFormed()).length <= maxEncodedBody;
  const waiting = hasAccount ? [] : (await listWaitingByKey(db.read, viewer)).slice(0, maxQuestions);
  const questions = waiting.map(({ key, question }) => ({
    about: questionLine(reader, { ...question, words: shorten(question.words, maxWords) }),
    text: answer,
    to: {
      address: replyAddress(mailReply, replyKeys.seal({ kind: 'question', user: viewer.id, object: key })),
      subject: questionSubject(question.words),
      body: isShort ? written : '',
    },
  }));
  // In the order of the letter.
  const moments = ids.toReversed().flatMap((id) => {
    const row = shown.get(id);
    if (!row) return [];
    const { author, when, words } = describe(row, reader);
    const address = replyAddress(mailReply, replyKeys.seal({ kind: 'moment', user: viewer.id, object: id }));
    const mail = { address, subject: answerSubject({ author, when }), body: written };
    const page = hasAccount ? `/post/${row.public_id}` : `/letter/${letter}/posts/${row.public_id}`;
    const to = isShort ? mail : `${publicUrl}${page}`;
    return [{ about: moment({ author, when, words: words || null }), text: answer, to }];
  });
  return [...moments, ...questions];
};
