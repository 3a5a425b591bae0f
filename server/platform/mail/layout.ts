import type { Language } from '../../../contract/shapes.ts';
import { placeName } from '../../words/words.ts';
import { escapeHtml as escape } from '../text/html.ts';

export interface Letter {
  language: Language;
  heading: string;
  /** Plain text; line breaks are kept. */
  paragraphs: readonly string[];
  /** Text that a person wrote, in the serif typeface. */
  quote?: string | undefined;
  /** The one button. `url` is http or https. */
  action?: { text: string; url: string } | undefined;
  /** Why this mail came, in small print. */
  footer: readonly string[];
  /** How to unsubscribe from its kind. */
  stop?: { text: string; url: string } | undefined;
}

// The tokens of the design system (tokens.css) in colour formats that mail programs know: light, and dark.
const colours = {
  paper: ['#f2f5f3', '#14100e'],
  surface: ['#ffffff', '#1e1a17'],
  line: ['#d8dedb', '#36302d'],
  ink: ['#13221d', '#f0ece7'],
  soft: ['#44504c', '#bebab4'],
  faint: ['#5c6863', '#9d9791'],
  primary: ['#123128', '#ece7df'],
  onPrimary: ['#f7fbf9', '#1a1511'],
  pencil: ['#ec4c12', '#f9713b'],
} as const;
type Colour = keyof typeof colours;

const plain =
  "'Schibsted Grotesk', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
const people = "Literata, ui-serif, Georgia, 'Times New Roman', serif";

/**
 * The one layout of all mails, as HTML and as plain text with the same content. All text is escaped. A mail loads
 * nothing from the network, so opening it reveals nothing. Styles are inline, because many mail programs drop others;
 * programs with a dark mode read the few rules in the head.
 * @throws TypeError for an address that is not http or https.
 */
export const mailLayout = (letter: Letter): { html: string; text: string } => ({
  html: asHtml(letter),
  text: asText(letter),
});

const asHtml = ({
  language,
  heading,
  paragraphs,
  quote,
  action,
  footer,
  stop,
}: Letter): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(heading)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
${darkRules()}
}
</style>
</head>
<body class="paper-back" style="margin: 0; padding: 0; ${back('paper')}">
<div class="paper-back ink" style="padding: 24px 12px; ${back('paper')} ${ink('ink')} font: 16px/24px ${plain};">
<div style="max-width: 520px; margin: 0 auto;">
<p class="ink" style="margin: 0 0 16px; ${ink('ink')} font-weight: 650; letter-spacing: -0.01em;"><span class="pencil-ring" style="display: inline-block; width: 11px; height: 11px; margin-right: 8px; border: 3px solid ${colours.pencil[0]}; border-radius: 50%; vertical-align: -2px;"></span>${escape(brand())}</p>
<div class="surface-back line-edge" style="padding: 28px 24px; ${back('surface')} border: 1px solid ${colours.line[0]}; border-radius: 18px;">
<h1 class="ink" style="margin: 0 0 16px; ${ink('ink')} font-size: 24px; line-height: 29px; font-weight: 640; letter-spacing: -0.016em;">${lines(heading)}</h1>
${[
  ...paragraphs.map((text) => `<p class="ink" style="margin: 0 0 16px; ${ink('ink')}">${lines(text)}</p>`),
  ...(quote === undefined ? [] : [quoted(quote)]),
  ...(action ? [button(action)] : []),
].join('\n')}
</div>
<div style="padding: 16px 24px 0; font-size: 13px; line-height: 18px;">
${[...footer.map((text) => small(lines(text))), ...(stop ? [small(link(stop.url, stop.text))] : [])].join(
  '\n',
)}
</div>
</div>
</div>
</body>
</html>
`;

/** The name of the product, and the one that its administrators gave this installation. */
const brand = (): string => ['Circle', placeName() ?? []].flat().join(' · ');

const quoted = (text: string): string =>
  `<blockquote class="ink pencil-edge" style="margin: 0 0 16px; padding: 0 0 0 14px; border-left: 3px solid ${colours.pencil[0]}; ${ink('ink')} font: 17px/27px ${people};">${lines(text)}</blockquote>`;

const button = ({ text, url }: { text: string; url: string }): string =>
  `<p style="margin: 24px 0 16px;"><a class="primary-back on-primary" href="${address(url)}" style="display: inline-block; padding: 12px 22px; border-radius: 999px; ${back('primary')} ${ink('onPrimary')} font-weight: 630; text-decoration: none;">${escape(text)}</a></p>
<p class="faint" style="margin: 0; ${ink('faint')} font-size: 13px; line-height: 18px; overflow-wrap: anywhere;">${link(url, url)}</p>`;

const small = (content: string): string =>
  `<p class="faint" style="margin: 0 0 8px; ${ink('faint')}">${content}</p>`;

const link = (url: string, text: string): string =>
  `<a class="soft" href="${address(url)}" style="${ink('soft')} text-decoration: underline;">${escape(text)}</a>`;

const back = (colour: Colour): string => `background-color: ${colours[colour][0]};`;
const ink = (colour: Colour): string => `color: ${colours[colour][0]};`;

const darkRules = (): string =>
  [
    ...(['paper', 'surface', 'primary'] as const).map(
      (name) => `.${name}-back { background-color: ${colours[name][1]} !important; }`,
    ),
    ...(['ink', 'soft', 'faint'] as const).map(
      (name) => `.${name} { color: ${colours[name][1]} !important; }`,
    ),
    `.on-primary { color: ${colours.onPrimary[1]} !important; }`,
    `.line-edge { border-color: ${colours.line[1]} !important; }`,
    `.pencil-edge, .pencil-ring { border-color: ${colours.pencil[1]} !important; }`,
  ].join('\n');

const asText = ({ heading, paragraphs, quote, action, footer, stop }: Letter): string =>
  `${[
    heading,
    ...paragraphs,
    ...(quote === undefined ? [] : [quote.replaceAll(/^/gm, '> ')]),
    ...(action ? [`${action.text}:\n${action.url}`] : []),
    // Mail programs treat text after two dashes and a space as a signature.
    `-- \n${[...footer, ...(stop ? [`${stop.text}: ${stop.url}`] : [])].join('\n')}`,
  ].join('\n\n')}\n`;

const lines = (text: string): string => escape(text).replaceAll('\n', '<br>\n');

const address = (url: string): string => {
  if (!/^https?:\/\//.test(url)) throw new TypeError('A mail links to web addresses only.');
  return escape(url);
};
