import { splitLinks } from '../../../contract/text/links.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** HTML whose texts are escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Opens a new tab, and the page in it does not learn where its visitor came from. */
const inNewTab = ' target="_blank" rel="noreferrer"';

/** Text as HTML, whose web addresses are links with these attributes. */
export const linkedHtml = (text: string, attributes = inNewTab): string =>
  splitLinks(text)
    .map((piece) => {
      if ('words' in piece) return escapeHtml(piece.words);
      const address = escapeHtml(piece.link);
      return `<a href="${address}"${attributes}>${address}</a>`;
    })
    .join('');

type Value = string | number | Html | readonly Html[] | null;

const written = (value: Value): string => {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('\n') : escapeHtml(String(value));
};

/** A template of HTML, which escapes every value that is no HTML itself. Null is left out. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(written)));
