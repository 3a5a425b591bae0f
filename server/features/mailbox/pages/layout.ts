import type { Language } from '../../../../contract/shapes.ts';
import { brand } from '../../../platform/mail/frame.ts';
import { Html, html } from '../../../platform/text/html.ts';
import { type Words, wordsIn } from '../../../words/words.ts';
import { style } from './style.ts';

/** A page that needs no script. */
export interface Page {
  /** 200 unless given. */
  status?: number;
  language: Language;
  title: string;
  body: Html;
}

export type PageWords = Words['letterPage'];

export const pageWords = (language: Language): PageWords => wordsIn(language).letterPage;

export const pageHtml = ({ language, title, body }: Page): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Circle</title>
<style>${new Html(style)}</style>
</head>
<body>
<div class="column">
<header><p class="brand"><span class="ring"></span>${brand()}</p></header>
<main>
${body}
</main>
</div>
</body>
</html>
`.text;

export const heading = (text: string): Html => html`<h1>${text}</h1>`;

export const paragraph = (text: string): Html => html`<p>${text}</p>`;

/** The sentence of an error, which screen readers speak first. */
export const wrong = (sentence: string | null): Html | null =>
  sentence === null ? null : html`<p class="wrong" role="alert">${sentence}</p>`;

interface Form {
  action: string;
  button: string;
  look?: 'main' | 'danger' | 'plain';
  /** Hidden fields. */
  fields?: Readonly<Record<string, string>>;
}

/** A form of one button. */
export const buttonForm = ({ action, button, look = 'main', fields = {} }: Form): Html =>
  html`<form method="post" action="${action}">${Object.entries(fields).map(([name, value]) => hidden(name, value))}<button class="${look} wide">${button}</button></form>`;

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** A page of a heading, some sentences, and buttons or links below. */
export const smallPage = (
  language: Language,
  { title, about }: { title: string; about: string },
  more: { status?: number; below?: readonly Html[]; typed?: string } = {},
): Page => ({
  language,
  title,
  ...(more.status !== undefined && { status: more.status }),
  body: html`${heading(title)}
${paragraph(about)}
${more.typed ? typedText(language, more.typed) : null}
${more.below ? html`<div class="below">${more.below}</div>` : null}`,
});

/** Shows words that could not be sent, so that the visitor can copy them. */
const typedText = (language: Language, typed: string): Html =>
  html`<div class="fields"><label for="typed">${pageWords(language).typed}</label>
<textarea id="typed" readonly>${new Html('\n')}${typed}</textarea></div>`;
