import PostalMime from 'postal-mime';
import { isCircleAddress, linkSign, quoteLine } from './circle-marks.ts';

/** Between these two characters, which no mail needs, stands the Content-ID of an image inside a text. */
const [imageStart, imageEnd] = ['\u{f8f0}', '\u{f8f1}'];
const image = new RegExp(`${imageStart}([^${imageStart}${imageEnd}]*)${imageEnd}`, 'gu');

/** The Content-IDs of the images in a text from `htmlToText`, and the text without them. */
export const takeImages = (text: string): { text: string; images: Set<string> } => ({
  images: new Set([...text.matchAll(image)].map((match) => match[1] ?? '')),
  text: text.replaceAll(image, '').replaceAll(/[\u{f8f0}\u{f8f1}]/gu, ''),
});

interface Tag {
  name: string;
  isEnd: boolean;
  attributes: string;
}

const attribute = ({ attributes }: Tag, name: string): string => {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i');
  const [, double, single, bare] = pattern.exec(attributes) ?? [];
  return (double ?? single ?? bare ?? '').toLowerCase();
};

/** Classes, ids and names that mail programs give to a quoted mail. */
const quoteClass =
  /\b(?:\w*yahoo_quoted|[a-z]+mail_quote|gmail_attr|moz-cite-prefix|zmail_extra|qt|tutanota_quote)\b/;
const quoteId = /yahoo_quoted/;
/** The outermost element of each mail of Circle, which many programs leave as it is. */
const circleClass = /(?:^|[\s_\d])paper-back\b/;
/** Classes, ids and names that mail programs give to a signature. */
const signatureClass = /\b(?:\w*gmail_signature|moz-signature|protonmail_signature_block|k9mail-signature)\b/;
const signatureId =
  /(?:^|[-_])(?:applemailsignature|ms-outlook-mobile-signature|signature|composer_signature)/;

/** Outlook's mark above the quoted mail, which goes on to the end. */
const isRest = (tag: Tag): boolean => attribute(tag, 'id').endsWith('divrplyfwdmsg');

/** Whether this element holds a mail of Circle. */
const isCircle = (tag: Tag): boolean => circleClass.test(attribute(tag, 'class'));

/** Whether this element holds what somebody else wrote. */
const isQuote = (tag: Tag): boolean => {
  const classes = attribute(tag, 'class');
  // Mail programs indent with other blockquotes, whose words are the sender's.
  if (tag.name === 'blockquote' && (attribute(tag, 'type') === 'cite' || /\b\w+_quote\b/.test(classes)))
    return true;
  if (tag.name === 'blockquote') return false;
  return (
    isCircle(tag) ||
    // Gmail writes the answer between the quotes into this element.
    (quoteClass.test(classes) && !/\bgmail_quote\b/.test(classes)) ||
    quoteId.test(attribute(tag, 'id')) ||
    (tag.name === 'div' && attribute(tag, 'name') === 'quote')
  );
};

const isSignature = (tag: Tag): boolean =>
  signatureClass.test(attribute(tag, 'class')) || signatureId.test(attribute(tag, 'id'));

/** How much of a mail is read: only the sender's words, or with the mail that the sender forwards. */
export type Extent = 'own' | 'forwarded';

/** Whether the content of this element is not shown, or not read. */
const isLeftOut = (tag: Tag, extent: Extent): boolean =>
  hidden.has(tag.name) || isSignature(tag) || (extent === 'own' ? isQuote(tag) : isCircle(tag));

const hidden = new Set(['head', 'style', 'script', 'title', 'template', 'noscript']);
const empty = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'col', 'wbr', 'area', 'base']);
const blocks = new Set(
  'address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
const paragraphs = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol']);

/** Longer tags than this end at their first `>`. */
const maxTagLength = 2_000;

/** Where a tag ends: its `>` outside of quotation marks, or else the next one; -1 for a sign that begins no tag. */
const endOfTag = (html: string, from: number): number => {
  let quote = '';
  for (let at = from; at < Math.min(html.length, from + maxTagLength); at += 1) {
    const sign = html[at] ?? '';
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if ((sign === '"' || sign === "'") && /[=\s]/.test(html[at - 1] ?? '')) quote = sign;
    else if (sign === '>') return at;
    else if (sign === '<') return -1;
  }
  return html.indexOf('>', from);
};

const readTag = (source: string): Tag | null => {
  const [, slash, name] = /^(\/?)([a-z][a-z0-9:-]{0,30})/i.exec(source) ?? [];
  if (!name) return null;
  return { name: name.toLowerCase(), isEnd: slash === '/', attributes: source.slice(name.length) };
};

/** Collects lines, with `<br>` between them. */
const collectLines = () => {
  const pieces: string[] = [];
  // The text begins as if after a blank line, so that it has none at its start.
  let breaks = 2;
  return {
    add: (words: string): void => {
      const line = breaks > 0 ? words.trimStart() : words;
      if (line === '') return;
      pieces.push(line);
      breaks = 0;
    },
    breakLine: (): void => {
      pieces.push('<br>');
      breaks += 1;
    },
    /** Ends the line, with so many line breaks at least. */
    endLine: (atLeast: number): void => {
      for (; breaks < atLeast; breaks += 1) pieces.push('<br>');
    },
    text: (): string => pieces.join(''),
  };
};

/** Plain text of HTML, with `<br>` for line breaks and with character references. */
const plainOf = (html: string, extent: Extent): string => {
  const { add, breakLine, endLine, text } = collectLines();
  /** The element that is left out now, and how many of its name are open. */
  const skipped = { name: '', depth: 0 };
  const addQuote = () => {
    add(quoteLine.replace('>', '&gt;'));
    endLine(1);
  };
  const read = (tag: Tag): void => {
    if (skipped.depth > 0) {
      if (tag.name === skipped.name) skipped.depth += tag.isEnd ? -1 : 1;
    } else if (!tag.isEnd && !empty.has(tag.name) && isLeftOut(tag, extent)) {
      endLine(1);
      if (isQuote(tag)) addQuote();
      Object.assign(skipped, { name: tag.name, depth: 1 });
    } else if (tag.name === 'br') breakLine();
    else if (tag.name === 'img') {
      const source = attribute(tag, 'src');
      if (source.startsWith('cid:')) add(`${imageStart}${source.slice(4)}${imageEnd}`);
    } else if (tag.name === 'a') {
      if (!tag.isEnd && isCircleAddress(attribute(tag, 'href'))) add(linkSign);
    } else if (blocks.has(tag.name)) {
      endLine(paragraphs.has(tag.name) ? 2 : 1);
      if (tag.name === 'li' && !tag.isEnd) add('- ');
    } else if (/^t[dh]$/.test(tag.name) && tag.isEnd) add(' ');
  };
  // After the last `>` there is no tag.
  const lastEnd = html.lastIndexOf('>');
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf('<', at);
    const start = next > lastEnd ? -1 : next;
    const words = html.slice(at, start < 0 ? html.length : start);
    if (skipped.depth === 0) add(words.replaceAll(/[ \t\r\n\f]+/g, ' ').replaceAll('<', '&lt;'));
    if (start < 0) break;
    const isComment = html.startsWith('<!--', start);
    const end = isComment ? html.indexOf('-->', start) : endOfTag(html, start + 1);
    const tag = isComment || end < 0 ? null : readTag(html.slice(start + 1, end));
    if (isComment) at = end < 0 ? html.length : end + 3;
    else if (end >= 0 && (tag || /[!?/]/.test(html[start + 1] ?? ''))) at = end + 1;
    else {
      if (skipped.depth === 0) add('&lt;');
      at = start + 1;
    }
    if (tag && extent === 'own' && isRest(tag)) {
      endLine(1);
      addQuote();
      break;
    }
    if (tag) read(tag);
  }
  return text();
};

/** Longer HTML, and longer text in it, is read up to here. */
const [maxHtmlLength, maxTextLength] = [2_000_000, 400_000];

/**
 * The text of an HTML mail without the parts that its mail program marks as quoted or as a signature. Images that are
 * shown in it stand there by their Content-ID (`takeImages`).
 */
export const htmlToText = async (html: string, extent: Extent = 'own'): Promise<string> => {
  const plain = plainOf(html.slice(0, maxHtmlLength), extent).slice(0, maxTextLength);
  // postal-mime decodes character references, where a mail has HTML beside a plain text.
  const { text = '' } = await PostalMime.parse(
    [
      'Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n',
      '--x\nContent-Type: text/html; charset=utf-8\n',
      // One line, which is no boundary.
      `<br>${plain}\n--x--\n`,
    ].join('\n'),
  );
  return text.replaceAll('\u00a0', ' ');
};

/** The Content-IDs of all images that HTML shows. */
export const imagesIn = (html: string): Set<string> =>
  new Set([...html.matchAll(/cid:([^"'\s<>)]{1,320})/gi)].map((match) => (match[1] ?? '').toLowerCase()));
