import type { MailMessage } from '../../platform/mail/mail-job.ts';
import { currentWords } from '../../words/words.ts';

interface About {
  to: string;
  senderName: string;
  /** Null for private circles and where there is none. */
  circleName: string | null;
  message: string | null;
  code: string;
}

/** The mail that carries an invitation's code; the link comes from `PUBLIC_URL`, never from a request. */
export const invitationMail = (publicUrl: string, about: About): MailMessage => {
  const words = currentWords().mail.invitation;
  return {
    to: about.to,
    subject: words.subject(about.senderName, about.circleName),
    heading: words.heading(about.senderName, about.circleName),
    ...(about.message === null ? {} : { quote: about.message }),
    paragraphs: [words.about, words.code(about.code)],
    action: { text: words.action, url: `${publicUrl}/join/${about.code}` },
    footer: [words.notYou(about.senderName), currentWords().mail.footer(publicUrl)],
  };
};
