import type { Language } from '../../../../contract/shapes.ts';
import type { AppContext } from '../../../app-context.ts';
import { personName } from '../../../words/reader.ts';
import { languageOr, wordsIn } from '../../../words/words.ts';
import { findOpenInvitation } from '../question.ts';
import { buttonForm, pageWords, type Page, smallPage } from './layout.ts';

/** An unanswered question to an address whether it joins a circle by letter. */
export interface Asked {
  id: number;
  /** The path of its page. */
  url: string;
  language: Language;
  firstName: string;
  inviter: string;
  /** Null for a private circle. */
  circle: string | null;
}

/** @returns null for a key of another kind, and once the question can no longer be answered */
export const findAsked = async (
  { db, replyKeys }: Pick<AppContext, 'db' | 'replyKeys'>,
  token = '',
): Promise<Asked | null> => {
  const key = replyKeys.open(token);
  const found = key?.kind === 'invitation' ? await findOpenInvitation({ q: db.read }, key.object) : null;
  if (!found) return null;
  const language = languageOr(found.language);
  const inviter = { firstName: found.inviterFirst, lastName: found.inviterLast, username: null };
  return {
    id: found.id,
    url: `/letter/${token}`,
    language,
    firstName: found.first_name,
    inviter: personName(wordsIn(language), inviter),
    circle: found.circle,
  };
};

/** @param why `toStop` behind the button 'Stop' of the mail, `notNow` after a yes while the circle takes nobody */
export const askPage = (
  { url, language, firstName, inviter, circle }: Asked,
  why: 'first' | 'toStop' | 'notNow' = 'first',
): Page => {
  const { ask: words } = pageWords(language);
  const { ask: mail } = wordsIn(language).mailbox;
  const title = mail.heading({ name: inviter, circle });
  const said = {
    first: { title, about: mail.about({ name: firstName }) },
    toStop: { title, about: words.sure },
    notNow: { title: mail.notNow.heading, about: mail.notNow.about({ name: inviter }) },
  };
  const yes = buttonForm({ action: `${url}/yes`, button: words.yes });
  const stop = buttonForm({ action: `${url}/stop`, button: words.stop, look: 'plain' });
  return smallPage(language, said[why], {
    ...(why === 'notNow' && { status: 409 }),
    below: why === 'toStop' ? [stop] : [yes, stop],
  });
};
