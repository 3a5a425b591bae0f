import type { Language } from '../../../contract/shapes.ts';
import { placeName } from '../../words/words.ts';
import { escapeHtml as escape, linkedHtml } from '../text/html.ts';

// The tokens of the design system (tokens.css) in colour formats that mail programs know: light, and dark.
const colours = {
  paper: ['#f2f5f3', '#14100e'],
  surface: ['#ffffff', '#1e1a17'],
  sunken: ['#e6ebe8', '#292421'],
  line: ['#d8dedb', '#36302d'],
  ink: ['#13221d', '#f0ece7'],
  soft: ['#44504c', '#bebab4'],
  faint: ['#5c6863', '#9d9791'],
  primary: ['#123128', '#ece7df'],
  onPrimary: ['#f7fbf9', '#1a1511'],
  pencil: ['#ec4c12', '#f9713b'],
} as const;
type Colour = keyof typeof colours;

/** The typefaces of the interface and of people's words, each with fallbacks, as values of `font-family`. */
export const faces = {
  plain:
    "'Schibsted Grotesk', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif",
  people: "Literata, ui-serif, Georgia, 'Times New Roman', serif",
} as const;

/** A background in the light colour; the class `{colour}-back` gives it the dark one. */
export const back = (colour: Colour): string => `background-color: ${colours[colour][0]};`;
/** Text in the light colour; the class of the colour's name gives it the dark one. */
export const ink = (colour: Colour): string => `color: ${colours[colour][0]};`;
/** A light colour as a value; the classes `line-edge`, `pencil-edge` and `pencil-ring` give borders the dark one. */
export const light = (colour: Colour): string => colours[colour][0];

const darkRules = (): string =>
  [
    ...(['paper', 'surface', 'sunken', 'primary'] as const).map(
      (name) => `.${name}-back { background-color: ${colours[name][1]} !important; }`,
    ),
    ...(['ink', 'soft', 'faint'] as const).map(
      (name) => `.${name} { color: ${colours[name][1]} !important; }`,
    ),
    `.on-primary { color: ${colours.onPrimary[1]} !important; }`,
    `.line-edge { border-color: ${colours.line[1]} !important; }`,
    `.pencil-edge, .pencil-ring { border-color: ${colours.pencil[1]} !important; }`,
    `.pencil-line { text-decoration-color: ${colours.pencil[1]} !important; }`,
  ].join('\n');

/**
 * The document around the body of every mail. It loads nothing from the network, so opening a mail reveals nothing.
 * Styles are inline, because many mail programs drop others; programs with a dark mode read the few rules in the head.
 */
export const mailFrame = (mail: {
  language: Language;
  title: string;
  /** HTML of the head, such as rules for single mail programs. */
  head?: string;
  /** HTML. */
  body: string;
}): string => `<!doctype html>
<html lang="${mail.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(mail.title)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
${darkRules()}
}
</style>
${mail.head ?? ''}</head>
<body class="paper-back" style="margin: 0; padding: 0; ${back('paper')}">
${mail.body}
</body>
</html>
`;

/** The name of the product, and the one that its administrators gave this installation. */
export const brand = (): string => ['Circle', placeName() ?? []].flat().join(' · ');

/** Text as HTML that keeps its line breaks. */
export const lines = (text: string): string => escape(text).replaceAll('\n', '<br>\n');

/** Like `lines`, with links for the web addresses in it. */
export const linkedLines = (text: string): string =>
  linkedHtml(text, ` class="ink" style="${ink('ink')} text-decoration: underline;"`).replaceAll(
    '\n',
    '<br>\n',
  );

/** A web address as the value of an attribute. @throws TypeError for an address that is not http or https */
export const address = (url: string): string => {
  if (!/^https?:\/\//.test(url)) throw new TypeError('A mail links to web addresses only.');
  return escape(url);
};

/** The value of an attribute that starts a mail, escaped. */
export const mailTo = (to: string, subject: string | null, body: string | null = null): string => {
  const fields = Object.entries({ subject, body }).flatMap(([name, value]) =>
    value === null ? [] : `${name}=${encodeURIComponent(value.toWellFormed().replaceAll('\n', '\r\n'))}`,
  );
  const query = fields.length > 0 ? `?${fields.join('&')}` : '';
  return escape(`mailto:${to.replaceAll(/[^\w.+@=-]/g, encodeURIComponent)}${query}`);
};

/** A link on a separate line. With its padding it is 44 px high, enough for a finger. */
export const link = (url: string, text: string): string =>
  `<a class="soft" href="${address(url)}" style="display: inline-block; padding: 10px 0; ${ink('soft')} text-decoration: underline;">${escape(text)}</a>`;

const pressed = (href: string, text: string): string =>
  `<a class="primary-back on-primary" href="${href}" style="display: inline-block; padding: 12px 22px; border-radius: 999px; ${back('primary')} ${ink('onPrimary')} font-weight: 630; text-decoration: none;">${escape(text)}</a>`;

/** A button that leads to an address. */
export const button = ({ text, url }: { text: string; url: string }): string => pressed(address(url), text);

/** A button that starts a mail. */
export const mailButton = (mail: { text: string; address: string; subject: string; body: string }): string =>
  pressed(mailTo(mail.address, mail.subject, mail.body), mail.text);
