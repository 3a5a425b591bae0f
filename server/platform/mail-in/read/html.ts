import { Parser } from 'htmlparser2';
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
  attributes: Readonly<Record<string, string>>;
}

const attribute = ({ attributes }: Tag, name: string): string => (attributes[name] ?? '').toLowerCase();

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
const blocks = new Set(
  'address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
const paragraphs = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol']);

/** Collects the lines of a text. */
const collectLines = () => {
  const pieces: string[] = [];
  // The text begins as if after a blank line, so that it has none at its start.
  let breaks = 2;
  return {
    add: (words: string): void => {
      // A protected space makes a line, as mail programs write blank ones.
      const line = breaks > 0 && words.startsWith(' ') ? words.slice(1) : words;
      if (line === '') return;
      pieces.push(line);
      breaks = 0;
    },
    breakLine: (): void => {
      pieces.push('\n');
      breaks += 1;
    },
    /** Ends the line, with so many line breaks at least. */
    endLine: (atLeast: number): void => {
      for (; breaks < atLeast; breaks += 1) pieces.push('\n');
    },
    text: (): string => pieces.join('').replaceAll(/ {2,}/g, ' '),
  };
};

/** Longer HTML, longer text in it and deeper elements are read up to here. */
const [maxHtmlLength, maxTextLength, maxDepth] = [2_000_000, 400_000, 500];

/**
 * The text of an HTML mail without the parts that its mail program marks as quoted or as a signature. Images that are
 * shown in it stand there by their Content-ID (`takeImages`).
 */
export const htmlToText = (html: string, extent: Extent = 'own'): string => {
  const { add, breakLine, endLine, text } = collectLines();
  /** How many elements are open, and how many of them in the one that is left out, with itself. */
  let [depth, skipped] = [0, 0];
  const addQuote = () => {
    endLine(1);
    add(quoteLine);
    endLine(1);
  };
  const begin = (tag: Tag): void => {
    const { name } = tag;
    if (skipped > 0 || isLeftOut(tag, extent)) {
      if (skipped === 0 && isQuote(tag)) addQuote();
      else if (skipped === 0) endLine(1);
      skipped += 1;
    } else if (name === 'br') breakLine();
    else if (name === 'img') {
      const source = attribute(tag, 'src');
      if (source.startsWith('cid:')) add(`${imageStart}${source.slice(4)}${imageEnd}`);
    } else if (name === 'a') {
      if (isCircleAddress(attribute(tag, 'href'))) add(linkSign);
    } else if (blocks.has(name)) {
      endLine(paragraphs.has(name) ? 2 : 1);
      if (name === 'li') add('- ');
    }
  };
  const end = (name: string): void => {
    if (skipped > 0) skipped -= 1;
    else if (blocks.has(name)) endLine(paragraphs.has(name) ? 2 : 1);
    else if (/^t[dh]$/.test(name)) add(' ');
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const tag = { name, attributes };
      depth += 1;
      const isQuoteToEnd = extent === 'own' && isRest(tag);
      if (isQuoteToEnd) addQuote();
      // The parser compares each end tag with all open elements.
      if (isQuoteToEnd || depth > maxDepth) parser.pause();
      else begin(tag);
    },
    onclosetag: (name) => {
      depth -= 1;
      end(name);
    },
    ontext: (words) => {
      if (skipped === 0) add(words.replaceAll(/[ \t\r\n\f]+/g, ' '));
    },
  });
  parser.end(html.slice(0, maxHtmlLength));
  return text().slice(0, maxTextLength).replaceAll('\u00a0', ' ');
};

/** The Content-IDs of all images that HTML shows. */
export const imagesIn = (html: string): Set<string> =>
  new Set([...html.matchAll(/cid:([^"'\s<>)]{1,320})/gi)].map((match) => (match[1] ?? '').toLowerCase()));
