import type { Header } from 'postal-mime';
import { MailUnreadable } from '../incoming-mail.ts';

/** Longer texts are refused anyway. */
const sampleBytes = 128 * 1024;

/** Where the body of a mail begins: below the first empty line. -1 without one. */
const startOfBody = (mail: Buffer, head: Buffer): number => {
  const end = /\n\r?\n/.exec(head.toString('latin1'));
  return end ? Math.min(mail.length, end.index + end[0].length) : -1;
};

/** The lines of parts of a mail, each above a field of its part. */
const partLine = /^--([^\r\n]{1,70}?)[ \t]*\r?\ncontent-[a-z-]+[ \t]*:/im;
/** The words that programs write above the first part. */
const preamble = /^\s*(?:[^\r\n]{0,200}\bMIME\b[^\r\n]{0,200}\s+)?$/;

/** The types of the outermost parts. */
const partTypes = (body: Buffer, boundary: string): string[] => {
  const line = `--${boundary}`;
  const types: string[] = [];
  for (let at = body.indexOf(line, 0, 'latin1'); at >= 0; at = body.indexOf(line, at + 1, 'latin1')) {
    if (at > 0 && body[at - 1] !== 0x0a) continue;
    const [fields = ''] = body.toString('latin1', at, at + 4_096).split(/\n\r?\n/);
    types.push(/^content-type[ \t]*:\s*([\w/-]+)/im.exec(fields)?.[1]?.toLowerCase() ?? 'text/plain');
  }
  return types;
};

const isUtf8 = (bytes: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

const isBase64 = (sample: string, isDeclared: boolean): boolean => {
  const letters = sample.replaceAll(/\r?\n/g, '');
  if (!/^[A-Za-z0-9+/]{4,}={0,2}[ \t]*$/.test(letters)) return false;
  // A single word may consist of such letters, too, and is hardly ever a text in base64.
  if (letters.length >= 24) return true;
  const bytes = Buffer.from(letters, 'base64');
  return isDeclared && isUtf8(bytes) && !/[^\P{Cc}\s]/u.test(bytes.toString());
};

/** Every sign of equality begins an escape, as in no other text but one without any. */
const isQuotedPrintable = (sample: string): boolean =>
  sample.includes('=') && !/=(?![0-9A-F]{2}|[ \t]*\r?\n|[0-9A-F]?$)/i.test(sample);

const encodingOf = (sample: string, declared: string): string =>
  isBase64(sample, /base64/i.test(declared))
    ? 'base64'
    : isQuotedPrintable(sample)
      ? 'quoted-printable'
      : '8bit';

const decoded = (sample: string, encoding: string): Buffer =>
  encoding === 'base64'
    ? Buffer.from(sample, 'base64')
    : Buffer.from(
        encoding === '8bit'
          ? sample
          : sample
              .replaceAll(/=[ \t]*\r?\n/g, '')
              .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      );

const charsetOf = (bytes: Buffer, declared: string): string => {
  const [, name = 'windows-1252'] = /charset\s*=\s*"?([\w-]{1,40})/i.exec(declared) ?? [];
  // An escape begins the letters of such a charset, and no others.
  return isUtf8(bytes) && !bytes.includes(0x1b) ? 'utf-8' : name;
};

const firstTag = /^\s*<(?:!doctype|!--|html|head|meta|body|div|p|span|table|style|font|br)\b/i;

const lastOf = (headers: readonly Header[], name: string): string | undefined =>
  headers.findLast(({ key }) => key === name)?.value;

/** @throws MailUnreadable where the body does not tell its type */
const typeOf = (body: Buffer, declared: string, encoding: string | undefined): [string, string] => {
  const sample = body.toString('latin1', 0, sampleBytes);
  const part = partLine.exec(sample);
  if (part) {
    const [, boundary = ''] = part;
    if (!preamble.test(sample.slice(0, part.index)) || /["\\]/.test(boundary))
      throw new MailUnreadable('its signature covers no type');
    const [first, ...others] = partTypes(body, boundary);
    const isChoice =
      first === 'text/plain' && others.some((type) => /^(?:text\/html|multipart\/)/.test(type));
    return [`multipart/${isChoice ? 'alternative' : 'mixed'}; boundary="${boundary}"`, '8bit'];
  }
  const transfer = encoding ?? encodingOf(sample, declared);
  const bytes = decoded(sample, transfer);
  if (bytes.includes(0)) throw new MailUnreadable('its signature covers no type');
  const type = firstTag.test(bytes.toString('latin1')) ? 'text/html' : 'text/plain';
  return [`${type}; charset=${charsetOf(bytes, declared)}`, transfer];
};

/**
 * Writes the type and encoding of a proven mail over its header fields. Those that the proof covers stay. Anybody can
 * change the others on the way, and with them what is a quote, so the body itself tells them; attached files alone have
 * no words.
 * @throws MailUnreadable where the body does not tell its type
 */
export const writeCoveredType = (
  mail: Buffer,
  head: Buffer,
  { headers, covered }: Record<'headers' | 'covered', readonly Header[]>,
): void => {
  const start = startOfBody(mail, head);
  if (start < 0) return;
  const declared = lastOf(headers, 'content-type') ?? '';
  const type = lastOf(covered, 'content-type');
  const encoding = lastOf(covered, 'content-transfer-encoding');
  const isText = /^\s*(?:text\/(?:plain|html)\b|multipart\/|message\/|$)/i.test(declared);
  if (!isText || (type !== undefined && (encoding !== undefined || /^\s*multipart\//i.test(type)))) return;
  const body = mail.subarray(start);
  const named = `${declared}; ${lastOf(headers, 'content-transfer-encoding') ?? ''}`;
  const [own, transfer] =
    type === undefined
      ? typeOf(body, named, encoding)
      : [type, encodingOf(body.toString('latin1', 0, sampleBytes), named)];
  const fields = `Content-Type: ${own}\r\nContent-Transfer-Encoding: ${transfer}\r\nX: `;
  const rest = start - fields.length - 4;
  if (rest < 0) throw new MailUnreadable('its signature covers no type');
  // In place: a second buffer of 25 MB would take more memory than the process may have.
  mail.write(`${fields}${'x'.repeat(rest)}\r\n\r\n`, 0, 'latin1');
};
