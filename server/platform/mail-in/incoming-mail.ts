interface Photo {
  name: string;
  bytes: Buffer;
  /** The HTML of the mail shows it, as it does the images of a signature. */
  isInline: boolean;
}

/** A mail that was received, as the process that read it reports it. Every part of it is limited in size. */
export interface IncomingMail {
  /** Null where there is none. In a proven mail, the proof covers it. */
  messageId: string | null;
  /** A hash of the body, From and Date. In a proven mail, the proof covers them. */
  fixedId: string;
  /** The one address of the sender in lower case; null where there is none or several. */
  from: string | null;
  /** Whether the domain of `from` vouches for the mail: by DKIM, or by DMARC according to the server in `MAIL_IN_TRUST`. */
  isProven: boolean;
  /** DNS did not answer for a key that might prove the sender. The same mail may be proven later. */
  dnsFailed: boolean;
  /** Sent by a program or a list, such as a holiday notice or a bounce. */
  isAutomatic: boolean;
  /** Set for a report that a mail could not be delivered. */
  bounce: { isPermanent: boolean } | null;
  /** Addresses of To, Cc, Delivered-To, X-Original-To and Envelope-To, in lower case. */
  recipients: string[];
  /** Those of To and Cc that the proof covers: a mail to somebody else that is sent again does not gain an address. */
  provenRecipients: string[];
  /** Message-IDs of In-Reply-To and References. */
  references: string[];
  /** Message-IDs of In-Reply-To alone. In a proven mail, the proof covers them. */
  inReplyTo: string[];
  /** In a proven mail, the proof covers it; empty where it does not. */
  subject: string;
  /** The sender's words, without quoted mails and signature. */
  text: string;
  /** The sender's words and those of a forwarded mail. */
  forwarded: string;
  photos: Photo[];
  /** Photos that stand in a quoted or forwarded mail. */
  forwardedPhotos: Photo[];
  /** The first attached recording, of an accepted format or not. */
  sound: { name: string; bytes: Buffer } | null;
  /** The number of other attachments that are no photos, and how many of them are videos. */
  otherAttachments: number;
  videos: number;
}

/** The error for a mail that cannot be read, or that exceeds a limit. The same mail fails again. */
export class MailUnreadable extends Error {
  override name = 'MailUnreadable';
}
