import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { Header } from 'postal-mime';
import { keyNamePattern, mailLimits } from './limits.ts';
import type { KeyRecords } from './order.ts';

/** The sender that a mail claims, and whether that is proven. */
export interface Sender {
  from: string | null;
  isProven: boolean;
  dnsFailed: boolean;
  /** The fields that the proof covers. Anybody can change the others and send the mail again. */
  covered: readonly Header[];
  /** The signed hash of the body; null for a mail that no signature proves. */
  bodyHash: string | null;
}

type Verified = Awaited<ReturnType<typeof dkimVerify>>;
type Signature = Verified['results'][number];

const fromOf = ({ headerFrom, fromFields }: Verified): string | null => {
  const [address = ''] = headerFrom;
  const isOne = fromFields === 1 && headerFrom.length === 1;
  return isOne && /^[^\s@<>"]{1,64}@[^\s@<>"]{1,250}$/.test(address) ? address.toLowerCase() : null;
};

/** The name of the record with the key of a signature that can prove the sender; null for other signatures. */
const keyName = (signature: Signature): string | null => {
  const { selector, signingDomain, status, canonBodyLengthLimited } = signature;
  // A signature of a part of the body (`l=`) says nothing about the rest.
  if (!selector || !signingDomain || !status.aligned || canonBodyLengthLimited === true) return null;
  const name = `${selector}._domainkey.${signingDomain}`.toLowerCase();
  return keyNamePattern.test(name) ? name : null;
};

const verify = (mail: Buffer, records: KeyRecords): Promise<Verified> =>
  dkimVerify(mail, {
    // RFC 8301: no SHA-1, and no key below 1024 bits.
    rejectRsaSha1: true,
    minBitLength: 1024,
    resolver: async (name) => {
      const record = records[name.toLowerCase()];
      if (record === null) throw Object.assign(new Error('DNS failed'), { code: 'ESERVFAIL' });
      if (!record || record.length === 0) throw Object.assign(new Error('no record'), { code: 'ENOTFOUND' });
      return [[...record]];
    },
  });

const isOfPart = (field: string): boolean =>
  /^dkim-signature[ \t]*:/i.test(field) && /[:;]\s*l\s*=/i.test(field);

/** The mail without signatures of a part of the body (`l=`). Each would hash the body once more, and none proves the sender. */
const withoutParts = (mail: Buffer, head: Buffer): Buffer => {
  const fields = head.toString('latin1').split(/(?<=\n)(?![ \t])/);
  const kept = fields.filter((field) => !isOfPart(field));
  return kept.length === fields.length
    ? mail
    : Buffer.concat([Buffer.from(kept.join(''), 'latin1'), mail.subarray(head.length)]);
};

/** The names of the records with the keys that may prove the sender. None where there are too many signatures. */
export const keyNames = async (head: Buffer): Promise<string[]> => {
  const signatures = head.toString('latin1').match(/^dkim-signature[ \t]*:/gim)?.length ?? 0;
  if (signatures === 0 || signatures > mailLimits.signatures) return [];
  const verified = await verify(head, {});
  if (fromOf(verified) === null) return [];
  return [...new Set(verified.results.flatMap((result) => keyName(result) ?? []))];
};

/** Removes comments and quoted texts: their words were chosen by the sender. */
const withoutQuotes = (value: string): string => {
  let plain = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const sign = value[at];
    if (sign === '\\') at += 1;
    else if (isQuoted) isQuoted = sign !== '"';
    else if (sign === '"' && depth === 0) isQuoted = true;
    else if (sign === '(') depth += 1;
    else if (sign === ')' && depth > 0) depth -= 1;
    else if (depth === 0) plain += sign;
  }
  return plain;
};

/** Whether the trusted server says in the topmost of these headers that DMARC passed for this domain (RFC 8601). */
const passesDmarc = (headers: readonly Header[], trust: string | null, domain: string): boolean => {
  // The sender may have written every header below the topmost one.
  const topmost = headers.find(({ key }) => key === 'authentication-results');
  if (trust === null || !topmost) return false;
  const [server = '', ...results] = withoutQuotes(topmost.value)
    .toLowerCase()
    .split(';')
    .map((part) => part.trim().split(/\s+/));
  return (
    server[0] === trust &&
    results.some((words) => words[0] === 'dmarc=pass' && words.includes(`header.from=${domain}`))
  );
};

// A signature covers the lowest field of a name, unless it lists the name several times.
const lowest = (headers: readonly Header[]): Header[] => [
  ...new Map(headers.map((header) => [header.key, header])).values(),
];

const signedBy = ({ signingHeaders }: Signature): Header[] =>
  (signingHeaders?.headers ?? []).map((bytes) => {
    // The verifier hands over each byte as a character.
    const line = Buffer.from(bytes, 'latin1').toString();
    const colon = line.indexOf(':');
    return {
      key: line.slice(0, colon).trim().toLowerCase(),
      originalKey: line.slice(0, colon).trim(),
      value: line
        .slice(colon + 1)
        .replaceAll(/\r?\n(?=[ \t])/g, '')
        .trim(),
    };
  });

/**
 * The fields that a DMARC pass covers. It may rest on any of the aligned signatures, so a field counts only if all of them
 * cover it. Without one it rests on SPF: the sender's own server delivered the mail.
 */
const coveredByTrust = (aligned: readonly Signature[], headers: readonly Header[]): Header[] => {
  const [first, ...others] = aligned.map(signedBy);
  return first === undefined
    ? lowest(headers)
    : first.filter(({ key, value }) =>
        others.every((fields) => fields.some((field) => field.key === key && field.value === value)),
      );
};

const day = 24 * 60 * 60_000;

/**
 * Whether these fields have one Date, of the last 30 days. The server remembers a taken mail for longer, so nobody can send
 * the mail again.
 */
const isRecent = (signed: readonly Header[]): boolean => {
  const [date, ...others] = signed.filter(({ key }) => key === 'date');
  const age = Date.now() - Date.parse(date?.value ?? '');
  return others.length === 0 && age <= 30 * day && age >= -day;
};

/** Fields that stand once in a mail (RFC 5322, section 3.6). Programs read the topmost one, and signatures the lowest. */
const single = [
  'subject',
  'content-type',
  'content-transfer-encoding',
  'mime-version',
  'from',
  'date',
  'message-id',
  'to',
  'reply-to',
];

const hasRepeated = (headers: readonly Header[]): boolean =>
  single.some((name) => headers.filter(({ key }) => key === name).length > 1);

export const findSender = async (
  { mail, head, headers }: { mail: Buffer; head: Buffer; headers: readonly Header[] },
  { trust, records }: { trust: string | null; records: KeyRecords },
): Promise<Sender> => {
  // The head alone says whose signatures cover a part of the body; hashing no body costs nothing.
  const claimed = await verify(head, {});
  const verified = await verify(withoutParts(mail, head), records);
  const from = fromOf(verified);
  if (from === null || hasRepeated(headers))
    return { from, isProven: false, dnsFailed: false, covered: [], bodyHash: null };
  // Without its name in `records` a key counts as missing, so a mail with too many signatures is not proven.
  const aligned = verified.results.filter(({ status }) => status.aligned);
  const useful = aligned.filter((result) => keyName(result) !== null);
  const proof = useful.find(({ status }) => status.result === 'pass' && !status.testing);
  const isTrusted =
    // The pass may rest on a signature of a part of the body, which says nothing about the rest.
    !claimed.results.some((one) => one.status.aligned && one.canonBodyLengthLimited) &&
    passesDmarc(headers, trust, from.slice(from.indexOf('@') + 1));
  const covered = proof ? signedBy(proof) : isTrusted ? coveredByTrust(aligned, headers) : [];
  const isVouched = proof !== undefined || isTrusted;
  const isCurrent = !isVouched || aligned.length === 0 || isRecent(covered);
  const isProven = isVouched && isCurrent;
  return {
    from,
    isProven,
    covered: isProven ? covered : [],
    bodyHash: (isProven && proof?.bodyHashExpecting) || null,
    dnsFailed: isCurrent && !isProven && useful.some((result) => records[keyName(result) ?? ''] === null),
  };
};
