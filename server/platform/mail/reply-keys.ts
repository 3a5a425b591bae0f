import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

/** The kinds of objects that a key names: a post, a circle, the newest post of a letter, an invitation, no object. */
const kinds = ['moment', 'circle', 'letter', 'invitation', 'bounce'] as const;
export type ReplyKind = (typeof kinds)[number];

export interface ReplyKey {
  kind: ReplyKind;
  /** The mailbox member; 0 for an invitation. */
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

const decode = (text: string): Buffer | null => {
  if (text.length !== textLength) return null;
  let value = 0n;
  for (const letter of text.toLowerCase()) {
    const digit = alphabet.indexOf(letter);
    if (digit < 0) return null;
    value = (value << 5n) | BigInt(digit);
  }
  if ((value & 3n) !== 0n) return null;
  return Buffer.from((value >> 2n).toString(16).padStart(2 * blockBytes, '0'), 'hex');
};

// One block of AES is a permutation of 128 bits: the kind, two numbers of 40 bits, and 40 zero bits as a check. A guess
// succeeds once in 2^40 times, and a key alone proves nothing.
const numberBytes = 5;
const checkBytes = blockBytes - 1 - 2 * numberBytes;

export const createReplyKeys = (secret: string): ReplyKeys => {
  const cipherKey = Buffer.from(hkdfSync('sha256', secret, '', 'reply keys', 16));
  return {
    seal: ({ kind, user, object }) => {
      const block = Buffer.alloc(blockBytes);
      block.writeUInt8(kinds.indexOf(kind), 0);
      block.writeUIntBE(user, 1, numberBytes);
      block.writeUIntBE(object, 1 + numberBytes, numberBytes);
      return encode(createCipheriv('aes-128-ecb', cipherKey, null).setAutoPadding(false).update(block));
    },
    open: (text) => {
      const sealed = decode(text);
      if (!sealed) return null;
      const block = createDecipheriv('aes-128-ecb', cipherKey, null).setAutoPadding(false).update(sealed);
      const kind = kinds[block.readUInt8(0)];
      const isOurs = block.subarray(blockBytes - checkBytes).every((byte) => byte === 0);
      return kind !== undefined && isOurs
        ? {
            kind,
            user: block.readUIntBE(1, numberBytes),
            object: block.readUIntBE(1 + numberBytes, numberBytes),
          }
        : null;
    },
  };
};

/** The address for replies: `template` is `MAIL_REPLY`, such as `circle+{key}@example.org`. */
export const replyAddress = (template: string, key: string): string => template.replace('{key}', key);

/** The address to which mail servers return what they cannot deliver. */
export const bounceAddress = (template: string, key: string): string => replyAddress(template, `b${key}`);
