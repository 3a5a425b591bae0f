import type { AppContext } from '../../../app-context.ts';
import { createKeyFinder, plainAddressOf } from '../../../platform/mail-in/reply-key-in.ts';
import type { ReplyKey } from '../../../platform/mail/reply-keys.ts';

type KeyContext = Pick<AppContext, 'settings' | 'replyKeys'>;

/** The different keys in the addresses of a mail, and in the Message-IDs that it answers, in this order. */
export const keysIn = (
  { settings: { mailReply }, replyKeys }: KeyContext,
  { recipients, references }: { recipients: readonly string[]; references: readonly string[] },
): ReplyKey[] => {
  const findKey = mailReply === null ? () => null : createKeyFinder(mailReply);
  const inAddress = (address: string): ReplyKey | null => {
    const found = findKey(address);
    const key = found && replyKeys.open(found.key);
    return key && (key.kind === 'bounce') === found.isBounce ? key : null;
  };
  const found = [
    ...recipients.map(inAddress),
    ...references.map((id) => replyKeys.open(/\.([a-z2-7]{26})@/i.exec(id)?.[1] ?? '')),
  ].flatMap((key) => key ?? []);
  const different = new Map(found.map((key) => [`${key.kind} ${key.user} ${key.object}`, key]));
  return [...different.values()];
};

/**
 * The keys that the sender of a proven mail wrote to, rather than somebody who sent the mail again: those in To and Cc, or
 * that of the mail that it answers, if it was written to the address without a key.
 */
export const provenKeysIn = (
  context: KeyContext,
  { provenRecipients, inReplyTo }: { provenRecipients: readonly string[]; inReplyTo: readonly string[] },
): ReplyKey[] => {
  const keys = keysIn(context, { recipients: provenRecipients, references: [] });
  const { mailReply } = context.settings;
  const plain = mailReply === null ? null : plainAddressOf(mailReply);
  const isToPlain = plain !== null && provenRecipients.includes(plain);
  return keys.length === 0 && isToPlain ? keysIn(context, { recipients: [], references: inReplyTo }) : keys;
};

/** The bytes in which the headers of a mail begin. */
const headBytes = 64 * 1024;

/** The keys in the head of a mail, before it was read. */
const keysInHead = (context: KeyContext, raw: Buffer): ReplyKey[] => {
  const words = raw
    .subarray(0, headBytes)
    .toString('latin1')
    .split(/[\s<>,;:"]+/);
  const recipients = words.filter((word) => word.includes('@'));
  return keysIn(context, { recipients, references: [] });
};

/** The party of a mail, as it seems before it was read. */
export interface MailParty {
  /** The first member whose key it names; 0 for nobody. */
  member: number;
  /** The first key of that member, or of nobody. */
  key: string;
}

export const partyOf = (context: KeyContext, raw: Buffer): MailParty => {
  const keys = keysInHead(context, raw);
  const first = keys.find(({ user }) => user !== 0) ?? keys[0];
  return first === undefined
    ? { member: 0, key: '' }
    : { member: first.user, key: `${first.kind} ${first.user} ${first.object}` };
};
