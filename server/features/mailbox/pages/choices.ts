import { isTimeZone } from '../../../../contract/fields.ts';
import { isLanguage, languageNames, Language } from '../../../../contract/shapes.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import type { AppContext } from '../../../app-context.ts';
import { invalid } from '../../../platform/problem.ts';
import { type Html, html } from '../../../platform/text/html.ts';
import { editAccount } from '../../account/edit.ts';
import { findExport } from '../../account/export/request.ts';
import { chooseForAll } from '../../delivery/choices.ts';
import { isInCircle } from '../membership.ts';
import type { Choosing } from './choices-links.ts';
import { buttonForm, heading, type Page, type PageWords, pageWords, paragraph, wrong } from './layout.ts';

const findChosen = ({ db }: Pick<AppContext, 'db'>, { viewer }: Choosing) =>
  db.read
    .selectFrom('users')
    .select(['email', 'shared_delivery', 'letters_paused_at', 'time_zone', 'takes_questions'])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();

/** Sets when letters come, their language and their time zone. @throws invalid for a choice that the page does not offer */
export const saveChoices = async (
  context: Pick<AppContext, 'db' | 'jobs' | 'settings'>,
  { viewer }: Choosing,
  { when, language, timeZone }: Readonly<Record<string, string>>,
): Promise<void> => {
  if (when !== 'evening' && when !== 'sunday') throw invalid('when', messages.invalid);
  if (language === undefined || !isLanguage(language)) throw invalid('language', messages.invalid);
  if (timeZone === undefined || !isTimeZone(timeZone)) throw invalid('timeZone', messages.invalid);
  await context.db.write((tx) => chooseForAll(tx, viewer.id, when));
  await editAccount(context, viewer, { language, timeZone });
};

const option = (value: string, text: string, chosen: string): Html =>
  html`<option value="${value}"${value === chosen ? html` selected` : null}>${text}</option>`;

const zones = (chosen: string): Html[] => {
  const known = Intl.supportedValuesOf('timeZone');
  const all = [...new Set(['UTC', chosen, ...known])].toSorted();
  return all.map((zone) => option(zone, zone.replaceAll('_', ' '), chosen));
};

const radio = (value: string, text: string, chosen: string): Html =>
  html`<label class="choice"><input type="radio" name="when" value="${value}"${value === chosen ? html` checked` : null}> ${text}</label>`;

const section = (id: string, title: string, about: string, form: Html): Html =>
  html`<section class="card" id="${id}"><h2>${title}</h2>${paragraph(about)}${form}</section>`;

const timing = (
  { url, viewer }: Choosing,
  row: Awaited<ReturnType<typeof findChosen>>,
  words: PageWords['mine'],
): Html => html`<section class="card"><form method="post" action="${url}/choices" class="fields">
<fieldset><legend>${words.when}</legend>
${radio('evening', words.evening, row.shared_delivery)}
${radio('sunday', words.sunday, row.shared_delivery)}
</fieldset>
<label for="language">${words.language}</label>
<select id="language" name="language">${Language.options.map((code) => option(code, languageNames[code], viewer.language))}</select>
<label for="time-zone">${words.timeZone}</label>
<select id="time-zone" name="timeZone">${zones(row.time_zone ?? 'UTC')}</select>
<button class="main wide">${words.save}</button>
</form>
${row.letters_paused_at === null ? html`<div class="actions">${buttonForm({ action: `${url}/stop`, button: words.pause, look: 'plain' })}</div>` : null}
<div class="actions">${buttonForm({
  action: `${url}/questions`,
  button: row.takes_questions === 1 ? words.questions.stop : words.questions.start,
  look: 'plain',
  fields: { take: row.takes_questions === 1 ? '0' : '1' },
})}</div>
</section>`;

const account = (
  { url }: Choosing,
  email: string,
  words: PageWords['mine']['account'],
  sentence: string | null,
): Html =>
  html`<form method="post" action="${url}/account" class="fields">
${wrong(sentence)}
<label for="email">${words.address}</label>
<input type="email" id="email" value="${email}" autocomplete="username" readonly>
<label for="password">${words.password}</label>
<input type="password" id="password" name="password" autocomplete="new-password" required>
<label for="again">${words.again}</label>
<input type="password" id="again" name="again" autocomplete="new-password" required>
<button class="main wide">${words.button}</button>
</form>`;

/** 'My letters'. `done` names what was just done; `sentence` says why no account was made. */
export const choicesPage = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  choosing: Choosing,
  {
    done,
    sentence = null,
    status,
  }: { done?: string | undefined; sentence?: string | null; status?: number } = {},
): Promise<Page> => {
  const { viewer, url } = choosing;
  const { mine: words } = pageWords(viewer.language);
  const row = await findChosen(context, choosing);
  const { status: file } = await findExport(context.db, viewer);
  const isMember = await isInCircle(context.db.read, viewer.id);
  const { ready, download, ...mailed } = words.export;
  const making = context.settings.smtpUrl === null ? mailed.unmailed : mailed;
  const said = done === 'saved' ? words.saved : done === 'export' ? making.asked : null;
  return {
    ...(status !== undefined && { status }),
    language: viewer.language,
    title: words.title,
    body: html`${heading(words.title)}
${said === null ? null : html`<p class="said" role="status">${said}</p>`}
${row.letters_paused_at === null ? null : html`<section class="card"><p>${words.pausedAbout}</p>${buttonForm({ action: `${url}/start`, button: words.start })}</section>`}
${timing(choosing, row, words)}
${section(
  'export',
  file === 'ready' ? ready : making.title,
  making.about,
  html`${file === 'ready' ? html`<p><a class="button main" href="${url}/file">${download}</a></p>` : null}${buttonForm({ action: `${url}/export`, button: making.button, look: 'plain' })}`,
)}
${
  isMember
    ? section(
        'account',
        words.account.title,
        words.account.about,
        account(choosing, row.email, words.account, sentence),
      )
    : paragraph(words.account.noCircle)
}
${section('delete', words.remove.title, words.remove.about, buttonForm({ action: `${url}/delete`, button: words.remove.button, look: 'danger' }))}`,
  };
};

/** Asks once more before everything is deleted. */
export const removalPage = ({ viewer, url }: Choosing): Page => {
  const { remove: words } = pageWords(viewer.language).mine;
  return {
    language: viewer.language,
    title: words.sure,
    body: html`${heading(words.sure)}
${paragraph(words.about)}
<div class="actions">${buttonForm({ action: `${url}/delete`, button: words.really, look: 'danger', fields: { sure: '1' } })}
<a class="button" href="${url}">${words.keep}</a></div>`,
  };
};
