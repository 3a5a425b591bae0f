import { messages } from '../../../../contract/errors/errors.ts';
import { writing } from '../../../../contract/fields.ts';
import { limits } from '../../../../contract/limits.ts';
import type { Language } from '../../../../contract/shapes.ts';
import type { AppContext } from '../../../app-context.ts';
import { withoutKeys } from '../../../platform/mail/without-keys.ts';
import { missing, Problem, statusOf } from '../../../platform/problem.ts';
import { hashOf, newToken } from '../../../platform/text/ids.ts';
import { translate } from '../../../words/words.ts';
import { addComment } from '../../comments/write.ts';
import { likePost, unlikePost } from '../../likes/like.ts';
import { declineByLetter, type Next } from '../../questions/end.ts';
import { answerInvitation } from '../answer.ts';
import { validated } from '../validated.ts';
import { askPage, findAsked } from './ask.ts';
import { askForBrowser, enterBrowser, isKnown } from './browsers.ts';
import { mailChoicesLink } from './choices-links.ts';
import { buttonForm, type Page, pageWords, smallPage } from './layout.ts';
import { letterPage, momentPage } from './letter.ts';
import {
  type Answer,
  findAnyLetter,
  findLetter,
  onTheWayTo,
  type OpenLetter,
  pageOf,
  type Visit,
  wantedMoment,
} from './visit.ts';
import { pauseLetters } from '../../delivery/pause.ts';
import { queueMailboxMail } from '../mails.ts';

/**
 * Pauses the letters of a member. One click is enough, as in other newsletters, so a stranger with a forwarded letter can do
 * it too. A mail tells the member, unless their own browser did it.
 */
const stopLetters = (
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

/** Answers one kind of request. @throws Problem, which the caller shows as a page */
export type PageHandler = (context: AppContext, visit: Visit) => Promise<Answer>;

/** The page for an unknown browser. It says neither whose letter it is nor what is in it. */
const closedPage = (
  { viewer, url }: OpenLetter,
  moment: string | null,
  more: { title?: string; about?: string; status?: number; typed?: string } = {},
): Page => {
  const { open } = pageWords(viewer.language);
  const { title = open.title, about = open.about, ...rest } = more;
  const button = buttonForm({
    action: `${url}/open${onTheWayTo(moment)}`,
    button: open.button,
    fields: { browser: newToken() },
  });
  return smallPage(viewer.language, { title, about }, { ...rest, below: [button] });
};

/** Runs `show` in a known browser. In another one, a request changes nothing and shows the button alone. */
const inKnownBrowser = async (
  context: AppContext,
  visit: Visit,
  show: (letter: OpenLetter) => Promise<Answer>,
): Promise<Answer> => {
  const letter = await findLetter(context, visit.params['token']);
  if (await isKnown(context.db, visit.browser, letter)) {
    if (!visit.isForm) await context.limits.consume('heavyReads', String(letter.viewer.id));
    return show(letter);
  }
  const { content } = visit.fields;
  const more = { ...(visit.isForm && { status: 403 }), ...(content !== undefined && { typed: content }) };
  return closedPage(letter, visit.params['id'] ?? null, more);
};

/** The words of a page that says that a mail was sent, or that none can be. */
const mailed = <W>({ settings }: AppContext, language: Language, words: W) =>
  settings.smtpUrl === null ? pageWords(language).unmailed : words;

const letter: PageHandler = async (context, visit) => {
  const asked = await findAsked(context, visit.params['token']);
  if (asked) return askPage(asked);
  return inKnownBrowser(context, visit, (found) => letterPage(context, found, visit.query['before']));
};

const moment: PageHandler = (context, visit) =>
  inKnownBrowser(context, visit, (found) =>
    momentPage(context, found, { id: visit.params['id'] ?? '', cursor: visit.query['comments'] }),
  );

const open: PageHandler = async (context, visit) => {
  const found = await findLetter(context, visit.params['token']);
  const at = wantedMoment(visit.query);
  if (await isKnown(context.db, visit.browser, found)) return { to: pageOf(found, at) };
  const browser = await askForBrowser(context, found, visit, at);
  const { language } = found.viewer;
  const words = pageWords(language);
  if (browser === null) return closedPage(found, at, { status: 429, about: words.tooOften });
  return { ...smallPage(language, mailed(context, language, words.asked)), browser };
};

const enter: PageHandler = async (context, visit) => {
  const { viewer, url } = await findLetter(context, visit.params['token']);
  const words = pageWords(viewer.language);
  const action = `${url}/browser/${visit.params['ticket'] ?? ''}${onTheWayTo(wantedMoment(visit.query))}`;
  return smallPage(viewer.language, words.enter, {
    below: [buttonForm({ action, button: words.open.button })],
  });
};

const makeKnown: PageHandler = async (context, visit) => {
  const found = await findLetter(context, visit.params['token']);
  const at = wantedMoment(visit.query);
  const { browser } = visit;
  if (browser !== null) {
    const fresh = await enterBrowser(context, found, { browser, ticket: visit.params['ticket'] ?? '' });
    if (fresh !== null) return { to: pageOf(found, at), browser: fresh };
    if (await isKnown(context.db, browser, found)) return { to: pageOf(found, at) };
  }
  return closedPage(found, at, { ...pageWords(found.viewer.language).linkOver, status: 400 });
};

// The page that the form was on, at its moment.
const back = ({ url }: OpenLetter, id: string, { alone, before }: Visit['query']): Answer => {
  if (alone !== undefined) return { to: `${url}/posts/${id}` };
  return { to: `${url}${before === undefined ? '' : `?before=${encodeURIComponent(before)}`}#m-${id}` };
};

const like: PageHandler = (context, visit) =>
  inKnownBrowser(context, visit, async (found) => {
    const { viewer } = found;
    const id = visit.params['id'] ?? '';
    await context.limits.consume('likes', String(viewer.id));
    await (visit.fields['give'] === '0' ? unlikePost : likePost)(context.db, viewer, id);
    return back(found, id, visit.query);
  });

const content = writing(limits.comment, messages.commentTooLong, messages.commentEmpty);

const comment: PageHandler = (context, visit) =>
  inKnownBrowser(context, visit, async (found) => {
    const { viewer } = found;
    const id = visit.params['id'] ?? '';
    const { content: text = '', key = '' } = visit.fields;
    try {
      await context.limits.consume('comments', String(viewer.id));
      const checked = validated(content, withoutKeys(context.replyKeys, text));
      // A reader who goes back to the form writes other words with its key.
      const repeatKey = /^[0-9a-f]{32}$/.test(key)
        ? { key: `letter ${id} ${key} ${hashOf(checked)}`, contentHash: null }
        : null;
      await addComment(context.db, viewer, { id, content: checked }, repeatKey);
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'missing') throw error;
      const sentence = translate(error.message, viewer.language);
      const draft = { text, sentence, status: statusOf[error.code] };
      return momentPage(context, found, { id, draft, key });
    }
    return back(found, id, visit.query);
  });

const yes: PageHandler = async (context, visit) => {
  const asked = await findAsked(context, visit.params['token']);
  if (!asked) throw missing();
  if (!(await answerInvitation(context, asked.id, 'yes'))) {
    // It may have been answered or withdrawn meanwhile.
    if (!(await findAsked(context, visit.params['token']))) throw missing();
    return askPage(asked, 'notNow');
  }
  const { language } = asked;
  return smallPage(language, mailed(context, language, pageWords(language).ask.welcome));
};

const askToStop: PageHandler = async (context, visit) => {
  const asked = await findAsked(context, visit.params['token']);
  if (asked) return askPage(asked, 'toStop');
  const { viewer, url } = await findLetter(context, visit.params['token']);
  const { stop: words } = pageWords(viewer.language);
  return smallPage(viewer.language, words, {
    below: [buttonForm({ action: `${url}/stop`, button: words.button })],
  });
};

const stop: PageHandler = async (context, visit) => {
  const asked = await findAsked(context, visit.params['token']);
  if (asked) {
    if (!(await answerInvitation(context, asked.id, 'stop'))) throw missing();
    return smallPage(asked.language, pageWords(asked.language).ask.stopped);
  }
  const found = await findLetter(context, visit.params['token']);
  await stopLetters(context, found, await isKnown(context.db, visit.browser, found));
  const { viewer, url } = found;
  const { stop: words, mine } = pageWords(viewer.language);
  const button = buttonForm({ action: `${url}/mine`, button: mine.askButton, look: 'plain' });
  return smallPage(viewer.language, words.done, { below: [button] });
};

const askForChoices: PageHandler = async (context, visit) => {
  const { viewer, url } = await findAnyLetter(context, visit.params['token']);
  const { mine: words } = pageWords(viewer.language);
  const said = { title: words.title, about: words.askAbout };
  return smallPage(viewer.language, said, {
    below: [buttonForm({ action: `${url}/mine`, button: words.askButton })],
  });
};

const sendChoices: PageHandler = async (context, visit) => {
  const found = await findAnyLetter(context, visit.params['token']);
  const { language } = found.viewer;
  const { mine, tooOften } = pageWords(language);
  const { title } = mine;
  if (!(await mailChoicesLink(context, found, visit)))
    return smallPage(language, { title, about: tooOften }, { status: 429 });
  return smallPage(language, mailed(context, language, { title, about: mine.askedAbout }));
};

const questionOf = ({ params: { id = '' } }: Visit): string => {
  if (!/^[0-9a-f]{32}$/.test(id)) throw missing();
  return id;
};

// Anybody may hold the link: the page names neither the question nor its asker, and is there whether or not one waits.
const askToDecline: PageHandler = async (context, visit) => {
  const { viewer, url } = await findLetter(context, visit.params['token']);
  const id = questionOf(visit);
  const { question: words } = pageWords(viewer.language);
  const button = (next: Next) =>
    buttonForm({
      action: `${url}/question/${id}`,
      button: words[next],
      look: 'plain',
      fields: { next },
    });
  return smallPage(viewer.language, words, { below: [button('none'), button('another'), button('stop')] });
};

const nexts: readonly Next[] = ['none', 'another', 'stop'];

/** Like `stopLetters`, a mail tells the member that no more questions come, unless their own browser did it. */
const decline: PageHandler = async (context, visit) => {
  const found = await findLetter(context, visit.params['token']);
  const { viewer, url } = found;
  const next = nexts.find((one) => one === visit.fields['next']) ?? 'none';
  const id = questionOf(visit);
  const isOwnBrowser = await isKnown(context.db, visit.browser, found);
  const { question, letter: words } = pageWords(viewer.language);
  await context.db.write(async (tx) => {
    const hasStopped = await declineByLetter(tx, viewer, { id, next });
    if (!hasStopped || isOwnBrowser) return;
    await queueMailboxMail(context, tx, viewer.id, {
      subject: question.stop,
      paragraphs: [question.done.stop],
      action: { text: words.mine, url: `${context.settings.publicUrl}${url}/mine` },
    });
  });
  return smallPage(viewer.language, { title: question.title, about: question.done[next] });
};

/** The pages of letters and questions, by method and the path after `/letter/:token`. */
export const letterHandlers: readonly {
  method: 'GET' | 'POST';
  path: string;
  handle: PageHandler;
  /** The most bytes of a form, if not `limits.formBytes`. */
  maxBytes?: number;
  /** The form uses up its link. */
  worksOnce?: boolean;
}[] = [
  { method: 'GET', path: '', handle: letter },
  { method: 'POST', path: '/open', handle: open },
  { method: 'GET', path: '/browser/:ticket', handle: enter },
  { method: 'POST', path: '/browser/:ticket', handle: makeKnown },
  { method: 'GET', path: '/posts/:id', handle: moment },
  { method: 'POST', path: '/posts/:id/like', handle: like },
  { method: 'POST', path: '/posts/:id/comments', handle: comment, maxBytes: limits.commentFormBytes },
  { method: 'POST', path: '/yes', handle: yes, worksOnce: true },
  { method: 'GET', path: '/stop', handle: askToStop },
  { method: 'POST', path: '/stop', handle: stop, worksOnce: true },
  { method: 'GET', path: '/question/:id', handle: askToDecline },
  { method: 'POST', path: '/question/:id', handle: decline },
  { method: 'GET', path: '/mine', handle: askForChoices },
  { method: 'POST', path: '/mine', handle: sendChoices },
];
