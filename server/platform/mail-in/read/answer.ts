import * as z from 'zod/mini';
import { keyNamePattern, mailLimits } from './limits.ts';

const text = (length: number) => z.string().check(z.maxLength(length));
const list = (count: number) => z.array(text(320)).check(z.maxLength(count));

const ReadMail = z.object({
  messageId: z.nullable(text(320)),
  fixedId: text(64),
  from: z.nullable(text(320)),
  isProven: z.boolean(),
  dnsFailed: z.boolean(),
  isAutomatic: z.boolean(),
  bounce: z.nullable(z.object({ isPermanent: z.boolean() })),
  recipients: list(mailLimits.addresses),
  provenRecipients: list(mailLimits.addresses),
  references: list(mailLimits.references),
  inReplyTo: list(mailLimits.references),
  subject: text(mailLimits.subjectLength),
  text: text(mailLimits.textLength),
  forwarded: text(mailLimits.textLength),
  /** The photos, whose bytes are in files. */
  photos: z
    .array(z.object({ name: text(mailLimits.nameLength), isQuoted: z.boolean(), isInline: z.boolean() }))
    .check(z.maxLength(mailLimits.photos)),
  /** The recording, whose bytes are in a file. */
  sound: z.nullable(z.object({ name: text(mailLimits.nameLength) })),
  otherAttachments: z.int().check(z.gte(0)),
  videos: z.int().check(z.gte(0)),
});
export type ReadMail = z.infer<typeof ReadMail>;

/**
 * Answers of the process that reads mails: the names of the DNS records that it needs, the mail, why the mail cannot be
 * read, or an internal failure. The server validates them, because that process has parsed untrusted bytes.
 */
export const Answer = z.union([
  z.object({
    names: z.array(z.string().check(z.regex(keyNamePattern))).check(z.maxLength(mailLimits.signatures)),
  }),
  z.object({ mail: ReadMail }),
  z.object({ unreadable: z.string() }),
  z.object({ failed: z.string() }),
]);
export type Answer = z.infer<typeof Answer>;
