import { createHash } from 'node:crypto';
import PostalMime, { type Attachment, type Email, type Header } from 'postal-mime';
import { MailUnreadable } from '../incoming-mail.ts';
import type { ReadMail } from './answer.ts';
import { asUtf8, hasUnknownCharset } from './charset.ts';
import {
  addressFields,
  bounceOf,
  bytesOf,
  isAutomatic,
  messageIdOf,
  recipientsOf,
  referenceFields,
  referencesOf,
  subjectOf,
} from './headers.ts';
import { htmlToText, imagesIn, takeImages } from './html.ts';
import { mailLimits } from './limits.ts';
import type { KeyRecords } from './order.ts';
import { findSender, keyNames } from './sender.ts';
import { writeCoveredType } from './type.ts';
import { forwardedWords, ownWords } from './words.ts';

const [newline, dash] = [0x0a, 0x2d];

/** How many lines a mail has, and how many begin with one of these texts, which begin with two dashes. */
const countLines = (mail: Buffer, beginnings: readonly string[]): { lines: number; found: number } => {
  let [lines, found] = [0, 0];
  for (let at = 0; at < mail.length && lines <= mailLimits.lines; lines += 1) {
    const end = mail.indexOf(newline, at);
    if (mail[at] === dash && mail[at + 1] === dash) {
      const line = mail.toString('latin1', at, at + 100);
      if (beginnings.some((beginning) => line.startsWith(beginning))) found += 1;
    }
    at = end < 0 ? mail.length : end + 1;
  }
  return { lines, found };
};

const boundaries = (mail: Buffer): string[] => {
  const found = new Set<string>();
  for (let at = mail.indexOf('oundary'); at >= 0; at = mail.indexOf('oundary', at + 7)) {
    const [, quoted, bare] =
      /^oundary[*0]{0,3}\s{0,5}=\s{0,5}(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/.exec(
        mail.toString('latin1', at, at + 100),
      ) ?? [];
    found.add(quoted ?? bare ?? '');
    if (found.size > mailLimits.parts) break;
  }
  found.delete('');
  return [...found];
};

/** The headers of a mail, with the empty line below them. @throws MailUnreadable */
const headOf = (mail: Buffer): Buffer => {
  const ends = ['\r\n\r\n', '\n\n'].map((end) => mail.indexOf(end)).filter((at) => at >= 0);
  const end = Math.min(mail.length, ...ends.map((at) => at + 4));
  if (end > mailLimits.headerBytes) throw new MailUnreadable('its headers are too long');
  return mail.subarray(0, end);
};

/** @throws MailUnreadable for a mail with too many parts or lines, which would take much time and memory to parse. */
const checkParts = (mail: Buffer): void => {
  const names = boundaries(mail);
  if (names.length > mailLimits.parts) throw new MailUnreadable('too many parts');
  const { lines, found } = countLines(
    mail,
    names.map((name) => `--${name}`),
  );
  if (found > mailLimits.parts) throw new MailUnreadable('too many parts');
  if (lines > mailLimits.lines) throw new MailUnreadable('too many lines');
};

const parse = async (mail: Buffer) => {
  try {
    // The parser copies a view.
    const { buffer } = mail;
    const isWhole = buffer instanceof ArrayBuffer && mail.byteLength === buffer.byteLength;
    return await PostalMime.parse(isWhole ? buffer : mail, {
      maxNestingDepth: mailLimits.nesting,
      maxHeadersSize: mailLimits.headerBytes,
      // Mails inside of the mail are attachments: somebody else wrote them.
      maxRfc822NestingDepth: 0,
    });
  } catch (error) {
    throw new MailUnreadable(error instanceof Error ? error.message : String(error));
  }
};

const isPhoto = ({ mimeType, filename }: Attachment): boolean =>
  mimeType.startsWith('image/') ||
  (mimeType === 'application/octet-stream' &&
    /\.(?:jpe?g|png|webp|heic|heif|gif|avif)$/i.test(filename ?? ''));

const isSound = (part: Attachment): boolean =>
  part.mimeType.startsWith('audio/') ||
  (!isPhoto(part) && /\.(?:m4a|aac|og[ga]|opus|mp3|amr|wav|caf|flac|wma)$/i.test(part.filename ?? ''));

const isVideo = (part: Attachment): boolean => !isSound(part) && isFilm(part);

const isFilm = ({ mimeType, filename }: Attachment): boolean =>
  mimeType.startsWith('video/') ||
  (mimeType === 'application/octet-stream' && /\.(?:mp4|m4v|mov|webm|3gp|avi|mkv)$/i.test(filename ?? ''));

/** Parts that mail programs add and no member attached. */
const isSignature = ({ mimeType }: Attachment): boolean =>
  /^application\/(?:(?:x-)?pkcs7-signature|pgp-signature|pgp-keys)$/.test(mimeType);

const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();

/**
 * The shorter one of two readings of the same words, of which the longer one contains each line: what it has besides is
 * the quoted mail or a signature. The first one, if they are different words.
 */
const shorter = (text: string, fromHtml: string): string => {
  if (text === '' || fromHtml === '') return text || fromHtml;
  // Longer ones are refused anyway.
  if (fromHtml.length > mailLimits.textLength) return text;
  const all = ` ${letters(text)} `;
  return fromHtml.length < text.length && fromHtml.split('\n').every((line) => all.includes(letters(line)))
    ? fromHtml
    : text;
};

/** The texts of a mail, those in an unknown charset as UTF-8 where they are. */
const readable = (parsed: Email, mail: Buffer): Email => {
  if (!hasUnknownCharset(mail)) return parsed;
  const { text, html } = parsed;
  return { ...parsed, ...(text && { text: asUtf8(text) }), ...(html && { html: asUtf8(html) }) };
};

interface Words {
  own: string;
  /** With those of a forwarded mail. */
  all: string;
  /** The Content-IDs of images in the quoted or forwarded mail, and of those in signatures and mails of Circle. */
  quotedImages: ReadonlySet<string>;
  otherImages: ReadonlySet<string>;
  /** Those of all images that the HTML shows. */
  images: ReadonlySet<string>;
}

/** The words of a mail, and which images stand among them. */
const readText = ({ text = '', html, subject = '' }: Email): Words => {
  const own = ownWords(text, subject);
  const all = forwardedWords(text, subject);
  const none = new Set<string>();
  if (html === undefined) return { own, all, quotedImages: none, otherImages: none, images: none };
  const shown = takeImages(ownWords(htmlToText(html), subject));
  const forwarded = takeImages(forwardedWords(htmlToText(html, 'forwarded'), subject));
  const images = imagesIn(html);
  const others = [...images].filter((name) => !shown.images.has(name));
  return {
    own: shorter(own, shown.text.trim()),
    all: all || forwarded.text.trim(),
    quotedImages: new Set(others.filter((name) => forwarded.images.has(name))),
    otherImages: new Set(others.filter((name) => !forwarded.images.has(name))),
    images,
  };
};

const contentId = ({ contentId: id = '' }: Attachment): string => id.replaceAll(/^<|>$/g, '').toLowerCase();

/** Cuts a text without splitting a character. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '');

/** The names of the DNS records that are needed to find out who sent a mail. @throws MailUnreadable */
export const findKeyNames = async (mail: Buffer): Promise<string[]> => {
  if (mail.length > mailLimits.bytes) throw new MailUnreadable('too large');
  return keyNames(headOf(mail));
};

/** The parts of a proven mail that nobody on the way can change: its body, sender and date. */
const fixedIdOf = (
  { mail, head, bodyHash }: { mail: Buffer; head: Buffer; bodyHash: string | null },
  headers: readonly Header[],
): string => {
  const body = bodyHash ?? createHash('sha256').update(mail.subarray(head.length)).digest('base64');
  const fields = ['from', 'date'].map((name) => headers.find(({ key }) => key === name)?.value ?? '');
  return createHash('sha256')
    .update(JSON.stringify([body, ...fields]))
    .digest('hex');
};

/**
 * Reads a mail, with its photos.
 * @throws MailUnreadable when it exceeds a limit or cannot be read
 */
export const readMail = async (
  mail: Buffer,
  options: { trust: string | null; records: KeyRecords },
): Promise<{ mail: ReadMail; photos: Buffer[]; sound: Buffer | null }> => {
  if (mail.length > mailLimits.bytes) throw new MailUnreadable('too large');
  checkParts(mail);
  const head = headOf(mail);
  const { headers } = await parse(head);
  const { from, isProven, dnsFailed, covered, bodyHash } = await findSender({ mail, head, headers }, options);
  // With the buffers of both steps a mail of 25 MB would take more memory than the process may have.
  globalThis.gc?.();
  // Comes after the signatures were verified: it changes the mail.
  const fixedId = fixedIdOf({ mail, head, bodyHash }, isProven ? covered : headers);
  if (isProven) writeCoveredType(mail, head, { headers, covered });
  const subject = subjectOf(isProven ? covered : headers);
  const parsed = { ...readable(await parse(mail), mail), subject };
  if (parsed.attachments.length > mailLimits.parts) throw new MailUnreadable('too many parts');
  const words = readText(parsed);
  const sent = parsed.attachments.filter(
    (part) => !isSignature(part) && !(isPhoto(part) && words.otherImages.has(contentId(part))),
  );
  const photos = sent.filter(isPhoto).slice(0, mailLimits.photos);
  const sound = sent.find(isSound);
  return {
    mail: {
      messageId: messageIdOf(isProven ? covered : headers),
      fixedId,
      from,
      isProven,
      dnsFailed,
      isAutomatic: isAutomatic(headers),
      bounce: bounceOf(parsed.attachments),
      recipients: recipientsOf(headers),
      provenRecipients: recipientsOf(covered, addressFields.written),
      references: referencesOf(headers),
      inReplyTo: referencesOf(isProven ? covered : headers, referenceFields.direct),
      subject: cut(subject, mailLimits.subjectLength),
      text: cut(words.own, mailLimits.textLength),
      forwarded: cut(words.all, mailLimits.textLength),
      photos: photos.map((part) => ({
        name: cut(part.filename ?? '', mailLimits.nameLength),
        isQuoted: words.quotedImages.has(contentId(part)),
        isInline: words.images.has(contentId(part)),
      })),
      sound: sound ? { name: cut(sound.filename ?? '', mailLimits.nameLength) } : null,
      otherAttachments: sent.length - photos.length - (sound ? 1 : 0),
      videos: sent.filter(isVideo).length,
    },
    photos: photos.map(bytesOf),
    sound: sound ? bytesOf(sound) : null,
  };
};
