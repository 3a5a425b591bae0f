import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

/**
 * The kinds of objects that a key names: a post, a circle, the newest post of a letter, an invitation, no object, the number of a
 * new address of a circle, a question.
 */
const kinds = ['moment', 'circle', 'letter', 'invitation', 'bounce', 'address', 'question'] as const;
export type ReplyKind = (typeof kinds)[number];

export interface ReplyKey {
  kind: ReplyKind;
  /** The member; 0 for an invitation. */
  user: number;
  /** The key of the object; 0 for a bounce. */
  object: number;
}

/**
 * The keys in reply addresses and links of letters. A key names a member and an object and opens nothing: its user must
 * prove to be that member, and `server/access` decides what the member sees. The same input gives the same key, so a
 * member can keep the address of a circle among their contacts.
 */
export interface ReplyKeys {
  /** 26 letters and digits, in lower case, because mail servers may change the case of an address. */
  seal(key: ReplyKey): string;
  /** Null for a text that was not sealed by this installation. */
  open(text: string): ReplyKey | null;
  /** Where keys stand in a text, also if lines, quotation marks or invisible characters stand between their letters. */
  find(text: string): Span[];
}

/** A part of a text, by its first and its last index. */
export interface Span {
  first: number;
  last: number;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const blockBytes = 16;
const textLength = 26;

const encode = (bytes: Buffer): string => {
  // 130 bits: two zero bits are appended.
  let rest = BigInt(`0x${bytes.toString('hex')}`) << 2n;
  let text = '';
  for (let at = 0; at < textLength; at++) {
    text = `${alphabet[Number(rest & 31n)] ?? ''}${text}`;
    rest >>= 5n;
  }
  return text;
};

const digits = new Map(Array.from(alphabet, (letter, digit) => [letter.codePointAt(0), digit]));
const bitsPerDigit = 5;
/** The last digit ends with the two zero bits. */
const isLastDigit = (digit: number): boolean => (digit & 3) === 0;

/** Writes the block of `textLength` digits. */
const decodeInto = (block: Uint8Array, found: Uint8Array, from: number): void => {
  let [bits, count, at] = [0, 0, 0];
  for (let digit = from; at < blockBytes; digit += 1) {
    bits = ((bits << bitsPerDigit) | (found[digit] ?? 0)) & 0xfff;
    count += bitsPerDigit;
    if (count < 8) continue;
    count -= 8;
    block[at] = (bits >> count) & 0xff;
    at += 1;
  }
};

/** The digits of a text and where they stand. Everything else in it is passed over. */
const digitsOf = (text: string): { found: Uint8Array; places: Uint32Array; count: number } => {
  const [found, places] = [new Uint8Array(text.length), new Uint32Array(text.length)];
  const lower = text.toLowerCase();
  // A few letters have more units in lower case.
  const source = lower.length === text.length ? lower : text;
  let count = 0;
  for (let at = 0; at < source.length; at += 1) {
    const digit = digits.get(source.charCodeAt(at));
    if (digit === undefined) continue;
    found[count] = digit;
    places[count] = at;
    count += 1;
  }
  return { found, places, count };
};

// One block of AES is a permutation of 128 bits: the kind, two numbers of 40 bits, and 40 zero bits as a check. A guess
// succeeds once in 2^40 times, and a key alone proves nothing.
const numberBytes = 5;
const checkBytes = blockBytes - 1 - 2 * numberBytes;

export const createReplyKeys = (secret: string): ReplyKeys => {
  const cipherKey = Buffer.from(hkdfSync('sha256', secret, '', 'reply keys', 16));
  /** Decrypts one or more blocks. */
  const decrypt = (blocks: Uint8Array): Buffer =>
    createDecipheriv('aes-128-ecb', cipherKey, null).setAutoPadding(false).update(blocks);
  const read = (block: Buffer): ReplyKey | null => {
    const kind = kinds[block.readUInt8(0)];
    const isOurs = block.subarray(blockBytes - checkBytes).every((byte) => byte === 0);
    return kind !== undefined && isOurs
      ? {
          kind,
          user: block.readUIntBE(1, numberBytes),
          object: block.readUIntBE(1 + numberBytes, numberBytes),
        }
      : null;
  };
  return {
    seal: ({ kind, user, object }) => {
      const block = Buffer.alloc(blockBytes);
      block.writeUInt8(kinds.indexOf(kind), 0);
      block.writeUIntBE(user, 1, numberBytes);
      block.writeUIntBE(object, 1 + numberBytes, numberBytes);
      return encode(createCipheriv('aes-128-ecb', cipherKey, null).setAutoPadding(false).update(block));
    },
    open: (text) => {
      if (text.length !== textLength) return null;
      const { found, count } = digitsOf(text);
      if (count !== textLength || !isLastDigit(found[textLength - 1] ?? 0)) return null;
      const block = Buffer.alloc(blockBytes);
      decodeInto(block, found, 0);
      return read(decrypt(block));
    },
    find: (text) => {
      const { found, places, count } = digitsOf(text);
      const starts: number[] = [];
      for (let start = 0; start + textLength <= count; start += 1)
        if (isLastDigit(found[start + textLength - 1] ?? 0)) starts.push(start);
      if (starts.length === 0) return [];
      const blocks = Buffer.alloc(starts.length * blockBytes);
      for (const [at, start] of starts.entries())
        decodeInto(blocks.subarray(at * blockBytes, (at + 1) * blockBytes), found, start);
      const plain = decrypt(blocks);
      return starts.flatMap((start, at) =>
        read(plain.subarray(at * blockBytes, (at + 1) * blockBytes))
          ? [{ first: places[start] ?? 0, last: places[start + textLength - 1] ?? 0 }]
          : [],
      );
    },
  };
};

/** The address for replies: `template` is `MAIL_REPLY`, such as `circle+{key}@example.org`. */
export const replyAddress = (template: string, key: string): string => template.replace('{key}', key);

/** The address to which mail servers return what they cannot deliver. */
export const bounceAddress = (template: string, key: string): string => replyAddress(template, `b${key}`);
