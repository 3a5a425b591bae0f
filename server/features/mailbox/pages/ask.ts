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

/** @param stopsOnly behind the button 'Stop' of the mail */
export const askPage = ({ url, language, firstName, inviter, circle }: Asked, stopsOnly = false): Page => {
  const { ask: words } = pageWords(language);
  const { ask: mail } = wordsIn(language).mailbox;
  const yes = buttonForm({ action: `${url}/yes`, button: words.yes });
  const stop = buttonForm({ action: `${url}/stop`, button: words.stop, look: 'plain' });
  return smallPage(
    language,
    {
      title: mail.heading({ name: inviter, circle }),
      about: stopsOnly ? words.sure : mail.about({ name: firstName }),
    },
    { below: stopsOnly ? [stop] : [yes, stop] },
  );
};
