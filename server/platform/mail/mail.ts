/** A picture that is part of a mail. The HTML shows it by `cid:`. */
export interface InlinePicture {
  /** The Content-ID without its angle brackets, such as `photo-1@circle.example`. */
  cid: string;
  type: 'image/jpeg';
  bytes: Buffer;
}

/**
 * Bytes of all pictures of a mail. Encoded, the mail then stays below 5 MB, with HTML and plain text of 102,400 bytes
 * each.
 */
export const maxPictureBytes = 3_300_000;

/** One mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /**
   * The Message-ID, chosen when the mail is written and kept for retries, so that mailboxes can recognize a
   * duplicate.
   */
  messageId: string;
  /** Where answers are sent, if not to the sender. */
  replyTo?: string;
  /** The address to which mail servers return what they cannot deliver, if not to the sender. */
  envelopeFrom?: string;
  /** Such as `List-Unsubscribe`. Headers of the other fields are not allowed here. */
  headers?: Readonly<Record<string, string>>;
  pictures?: readonly InlinePicture[];
}

// The simple form of an address that registration accepts: no list, no group, no display name, no comment.
const oneAddress = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/;
const oneMessageId = /^<?[^\s<>@]+@[^\s<>@]+>?$/;
const oneContentId = /^[A-Za-z0-9.-]{1,64}@[A-Za-z0-9.-]{1,253}$/;
const ours =
  /^(?:from|sender|reply-to|to|cc|bcc|subject|date|message-id|mime-version|content-.*|auto-submitted)$/i;

/** An encoded word has 75 characters at most (RFC 2047 2), so 45 bytes in base64. */
const wordBytes = 45;

// Encodes the subject completely. Nodemailer leaves plain ASCII as it is, so a name that looks like an encoded word
// would be decoded by the reader's mail program, and could show any subject.
const encodeWhole = (text: string): string => {
  const words = [''];
  for (const character of text) {
    const longer = `${words.at(-1) ?? ''}${character}`;
    if (Buffer.byteLength(longer) <= wordBytes) words[words.length - 1] = longer;
    else words.push(character);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
};

const subjectOf = (subject: string) =>
  subject.includes('=?')
    ? { headers: { Subject: { prepared: true, foldLines: true, value: encodeWhole(subject) } } }
    : { subject, headers: {} };

// The bytes are given, so nothing is read from a file or an address.
const attached = ({ cid, type, bytes }: InlinePicture, at: number) => {
  if (!oneContentId.test(cid)) throw new TypeError('This is no content id.');
  return {
    cid,
    content: bytes,
    contentType: type,
    contentDisposition: 'inline' as const,
    filename: `photo-${at + 1}.jpg`,
  };
};

/**
 * The mail in Nodemailer's format. RFC 5322 headers end at a line break, so line breaks are removed.
 * @throws TypeError for a value that could become another header or recipient; the error does not repeat the value.
 */
export const checkMail = (mail: Mail, from: string) => {
  checkValue('From', from);
  checkValue('Subject', mail.subject);
  if (!oneAddress.test(mail.to)) throw new TypeError('A mail goes to one plain address.');
  for (const address of [mail.replyTo, mail.envelopeFrom])
    if (address !== undefined && !oneAddress.test(address))
      throw new TypeError('Replies go to one plain address.');
  if (!oneMessageId.test(mail.messageId)) throw new TypeError('This is no message id.');
  for (const [name, value] of Object.entries(mail.headers ?? {})) {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name) || ours.test(name))
      throw new TypeError('This header cannot be given.');
    checkValue(name, value);
  }
  const { headers, ...subject } = subjectOf(mail.subject);
  return {
    from,
    to: { name: '', address: mail.to },
    ...(mail.replyTo !== undefined && { replyTo: mail.replyTo }),
    ...(mail.envelopeFrom !== undefined && { envelope: { from: mail.envelopeFrom, to: mail.to } }),
    ...subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    attachments: (mail.pictures ?? []).map(attached),
    // Automatic replies should not answer a program (RFC 3834 5).
    headers: { ...mail.headers, ...headers, 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
  };
};

const checkValue = (name: string, value: string): void => {
  if (/\p{Cc}/u.test(value))
    throw new TypeError(`The header ${name} holds a line break or control character.`);
};

/** A mail that was not sent. Its message names the server's answer, and nobody's address. */
export class MailFailed extends Error {
  override name = 'MailFailed';
  /** Whether a retry would fail too: the server does not know the mailbox, or refuses the mail permanently. */
  readonly permanent: boolean;
  /** The server refused the sender, who is the same for other mails, before it knew the recipient. */
  readonly ofSender: boolean;
  /** The connection broke, so the server may have taken the mail all the same. */
  readonly mayHaveLeft: boolean;

  /** The code of the failure, and the words of the server, if there were any. */
  readonly said: string;

  constructor(message: string, { permanent = false, ofSender = false, mayHaveLeft = false, said = '' } = {}) {
    super(message);
    this.said = said;
    this.permanent = permanent;
    this.ofSender = ofSender;
    this.mayHaveLeft = mayHaveLeft;
  }
}
