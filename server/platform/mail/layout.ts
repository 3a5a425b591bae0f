import type { Language } from '../../../contract/shapes.ts';
import { withColon } from '../text/colon.ts';
import { escapeHtml as escape } from '../text/html.ts';
import { back, brand, button, faces, ink, light, lines, link, mailButton, mailFrame } from './frame.ts';

/** A button that starts a mail, with these words in it. */
export interface MailStart {
  address: string;
  subject: string;
  body: string;
}

/** A button among several. */
export interface Choice {
  /** Text above the button. */
  about?: string | undefined;
  text: string;
  /** A web address, or a mail to start. */
  to: string | MailStart;
}

export interface MailText {
  language: Language;
  heading: string;
  /** Plain text; line breaks are kept. */
  paragraphs: readonly string[];
  /** Text that a person wrote, in the serif typeface. */
  quote?: string | undefined;
  /** The one button. `url` is http or https. */
  action?: { text: string; url: string } | undefined;
  /** Several buttons in place of the one, which then stands in the plain text alone. */
  choices?: readonly Choice[] | undefined;
  /** Why this mail came, in small print. */
  footer: readonly string[];
  /** How to unsubscribe from its kind. */
  stop?: { text: string; url: string } | undefined;
}

/**
 * The layout of all mails but letters, as HTML and as plain text with the same content. All text is escaped.
 * @throws TypeError for an address that is not http or https.
 */
export const mailLayout = (mail: MailText): { html: string; text: string } => ({
  html: asHtml(mail),
  text: asText(mail),
});

const asHtml = ({
  language,
  heading,
  paragraphs,
  quote,
  action,
  choices = [],
  footer,
  stop,
}: MailText): string =>
  mailFrame({
    language,
    title: heading,
    body: `<div class="paper-back ink" style="padding: 24px 12px; ${back('paper')} ${ink('ink')} font: 16px/24px ${faces.plain};">
<div style="max-width: 520px; margin: 0 auto;">
<p class="ink" style="margin: 0 0 16px; ${ink('ink')} font-weight: 650; letter-spacing: -0.01em;"><span class="pencil-ring" style="display: inline-block; width: 11px; height: 11px; margin-right: 8px; border: 3px solid ${light('pencil')}; border-radius: 50%; vertical-align: -2px;"></span>${escape(brand())}</p>
<div class="surface-back line-edge" style="padding: 28px 24px; ${back('surface')} border: 1px solid ${light('line')}; border-radius: 18px;">
<h1 class="ink" style="margin: 0 0 16px; ${ink('ink')} font-size: 24px; line-height: 29px; font-weight: 640; letter-spacing: -0.016em;">${lines(heading)}</h1>
${[
  ...paragraphs.map((text) => `<p class="ink" style="margin: 0 0 16px; ${ink('ink')}">${lines(text)}</p>`),
  ...(quote === undefined ? [] : [quoted(quote)]),
  ...(action && choices.length === 0 ? [withAddress(action)] : []),
  ...choices.map(choice),
].join('\n')}
</div>
<div style="padding: 16px 24px 0; font-size: 16px; line-height: 24px;">
${[...footer.map((text) => small(lines(text))), ...(stop ? [small(link(stop.url, stop.text))] : [])].join(
  '\n',
)}
</div>
</div>
</div>`,
  });

const quoted = (text: string): string =>
  `<blockquote class="ink pencil-edge" style="margin: 0 0 16px; padding: 0 0 0 14px; border-left: 3px solid ${light('pencil')}; ${ink('ink')} font: 17px/27px ${faces.people};">${lines(text)}</blockquote>`;

const withAddress = (action: { text: string; url: string }): string =>
  `<p style="margin: 24px 0 16px;">${button(action)}</p>
<p class="faint" style="margin: 0; ${ink('faint')} font-size: 16px; line-height: 24px; overflow-wrap: anywhere;">${link(action.url, action.url)}</p>`;

const choice = ({ about, text, to }: Choice): string => {
  const said =
    about === undefined
      ? ''
      : `<p class="ink" style="margin: 24px 0 8px; ${ink('ink')}">${lines(about)}</p>\n`;
  const pressed = typeof to === 'string' ? button({ text, url: to }) : mailButton({ text, ...to });
  return `${said}<p style="margin: 0 0 16px;">${pressed}</p>`;
};

const small = (content: string): string =>
  `<p class="faint" style="margin: 0 0 8px; ${ink('faint')}">${content}</p>`;

const asText = (mail: MailText): string =>
  `${[
    mail.heading,
    ...mail.paragraphs,
    ...(mail.quote === undefined ? [] : [mail.quote.replaceAll(/^/gm, '> ')]),
    ...(mail.action ? [`${withColon(mail.action.text, mail.language)}\n${mail.action.url}`] : []),
    ...(mail.action ? [] : (mail.choices ?? [])).map(({ about, text, to }) => {
      const where = `${withColon(text, mail.language)}\n${typeof to === 'string' ? to : to.address}`;
      return about === undefined ? where : `${about}\n${where}`;
    }),
    // Mail programs treat text after two dashes and a space as a signature.
    `-- \n${[...mail.footer, ...(mail.stop ? [`${withColon(mail.stop.text, mail.language)} ${mail.stop.url}`] : [])].join('\n')}`,
  ].join('\n\n')}\n`;
