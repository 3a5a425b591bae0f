import * as z from 'zod/mini';
import type { Language } from '../../../contract/shapes.ts';
import type { MailMessage } from '../../platform/mail/mail-job.ts';
import { wordsIn } from '../../words/words.ts';

export const InvitationMail = z.object({
  to: z.string(),
  senderName: z.string(),
  /** Null for private circles and where there is none. */
  circleName: z.nullable(z.string()),
  message: z.nullable(z.string()),
  code: z.string(),
});
export type InvitationMail = z.infer<typeof InvitationMail>;

/** The mail that carries an invitation's code; the link comes from `PUBLIC_URL`, never from a request. */
export const invitationMail = (publicUrl: string, language: Language, about: InvitationMail): MailMessage => {
  const { invitation: words, footer } = wordsIn(language).mail;
  return {
    to: about.to,
    language,
    subject: words.subject({ name: about.senderName, circle: about.circleName }),
    heading: words.heading({ name: about.senderName, circle: about.circleName }),
    ...(about.message === null ? {} : { quote: about.message }),
    paragraphs: [words.about, words.code({ code: about.code })],
    action: { text: words.action, url: `${publicUrl}/join/${about.code}` },
    footer: [words.notYou({ name: about.senderName }), footer({ address: publicUrl })],
  };
};
