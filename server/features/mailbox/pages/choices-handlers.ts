import { messages } from '../../../../contract/errors/errors.ts';
import type { AppContext } from '../../../app-context.ts';
import { Problem, statusOf } from '../../../platform/problem.ts';
import { html } from '../../../platform/text/html.ts';
import { translate } from '../../../words/words.ts';
import { findExport, requestExport } from '../../account/export/request.ts';
import { removeAccount } from '../../account/remove.ts';
import { pauseLetters, startLetters } from '../../delivery/pause.ts';
import { takeQuestions } from '../../questions/end.ts';
import { choicesPage, removalPage, saveChoices } from './choices.ts';
import { type Choosing, findChoosing } from './choices-links.ts';
import type { letterHandlers, PageHandler } from './letter-handlers.ts';
import { pageWords, type Page, smallPage } from './layout.ts';
import { makeAccount } from './make-account.ts';
import type { Visit } from './visit.ts';

const filePage = ({ viewer, url }: Choosing, isReady: boolean): Page => {
  const { mine, missing } = pageWords(viewer.language);
  const { ready: title, mail, download } = mine.export;
  if (!isReady) return smallPage(viewer.language, missing, { status: 404 });
  return smallPage(
    viewer.language,
    { title, about: mail.about },
    { below: [html`<p><a class="button main" href="${url}/file">${download}</a></p>`] },
  );
};

const show: PageHandler = async (context, visit) => {
  const choosing = await findChoosing(context, visit.params['ticket']);
  if (!choosing.isFileOnly) return choicesPage(context, choosing, { done: visit.query['done'] });
  const { status } = await findExport(context.db, choosing.viewer);
  return filePage(choosing, status === 'ready');
};

/** Saves one choice, and shows all of them again. */
const saving =
  (
    save: (context: AppContext, choosing: Choosing, fields: Visit['fields']) => Promise<unknown>,
  ): PageHandler =>
  async (context, visit) => {
    const choosing = await findChoosing(context, visit.params['ticket'], 'choices');
    await save(context, choosing, visit.fields);
    return { to: `${choosing.url}?done=saved` };
  };

const pause = saving(({ db }, { viewer }) => db.write((tx) => pauseLetters(tx, viewer.id)));
const start = saving(({ db }, { viewer }) => db.write((tx) => startLetters(tx, viewer.id)));
const questions = saving(({ db }, { viewer }, fields) =>
  db.write((tx) => takeQuestions(tx, viewer.id, fields['take'] === '1')),
);

const sendEverything: PageHandler = async (context, visit) => {
  const { url, viewer, assertMay } = await findChoosing(context, visit.params['ticket'], 'choices');
  await context.limits.consume('exports', String(viewer.id));
  await requestExport(context, viewer, assertMay);
  return { to: `${url}?done=export` };
};

const becomeAccount: PageHandler = async (context, visit) => {
  const choosing = await findChoosing(context, visit.params['ticket'], 'choices');
  const { viewer } = choosing;
  const { account: words } = pageWords(viewer.language).mine;
  const { password = '', again = '' } = visit.fields;
  try {
    await context.limits.consume('ownPassword', String(viewer.id));
    const address = await makeAccount(context, choosing, { password, again });
    const { title, about, signIn } = words.done;
    const below = [html`<p><a class="button main" href="/">${signIn}</a></p>`];
    return smallPage(viewer.language, { title, about: about({ address }) }, { below });
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'missing') throw error;
    const isTaken = error.message === messages.registrationFailed;
    const sentence = isTaken ? words.taken : translate(error.message, viewer.language);
    return choicesPage(context, choosing, { sentence, status: statusOf[error.code] });
  }
};

const remove: PageHandler = async (context, visit) => {
  const choosing = await findChoosing(context, visit.params['ticket'], 'choices');
  if (visit.fields['sure'] !== '1') return removalPage(choosing);
  const { viewer, assertMay } = choosing;
  await removeAccount(context, viewer, assertMay);
  return smallPage(viewer.language, pageWords(viewer.language).mine.remove.done);
};

/** 'My letters', by method and the path after `/letter/mine/:ticket`. */
export const choicesHandlers: typeof letterHandlers = [
  { method: 'GET', path: '', handle: show },
  { method: 'POST', path: '/choices', handle: saving(saveChoices) },
  { method: 'POST', path: '/stop', handle: pause },
  { method: 'POST', path: '/start', handle: start },
  { method: 'POST', path: '/questions', handle: questions },
  { method: 'POST', path: '/export', handle: sendEverything },
  { method: 'POST', path: '/account', handle: becomeAccount, worksOnce: true },
  { method: 'POST', path: '/delete', handle: remove, worksOnce: true },
];
