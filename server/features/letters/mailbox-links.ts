import type { AppContext } from '../../app-context.ts';
import { bounceAddress, replyAddress, type ReplyKind } from '../../platform/mail/reply-keys.ts';
import type { LetterContent } from './layout.ts';

/** The addresses and pages of one letter to a mailbox member. */
export interface MailboxLinks {
  pages: NonNullable<LetterContent['byLetter']>;
  momentUrl(postPublicId: string): string;
  /** The address of an answer to a moment; null where this installation receives no mail. */
  answerTo(postId: number): string | null;
  /** The address to share photos in a circle; null for a member who may not. */
  sendTo(circleId: number): string | null;
  /** A reply to the letter is about its only moment, or about the letter. */
  replyKey(posts: readonly number[]): string;
  /** The headers that lead replies and bounces back; empty where this installation receives no mail. */
  replies(key: string): { replyTo?: string; envelopeFrom?: string };
}

interface MailboxLetter {
  user_id: number;
  to_post_id: number;
  verification_status: string;
}

export const mailboxLinks = (
  { replyKeys, settings: { publicUrl, mailReply } }: Pick<AppContext, 'replyKeys' | 'settings'>,
  { user_id: user, to_post_id: newest, verification_status: status }: MailboxLetter,
): MailboxLinks => {
  const seal = (kind: ReplyKind, object: number) => replyKeys.seal({ kind, user, object });
  const addressOf = (key: string) => (mailReply === null ? null : replyAddress(mailReply, key));
  const letter = seal('letter', newest);
  const letterUrl = `${publicUrl}/letter/${letter}`;
  return {
    pages: { letterUrl, mineUrl: `${letterUrl}/mine`, stopUrl: `${letterUrl}/stop` },
    momentUrl: (publicId) => `${letterUrl}/posts/${publicId}`,
    answerTo: (post) => addressOf(seal('moment', post)),
    sendTo: (circle) => (status === 'approved' ? addressOf(seal('circle', circle)) : null),
    replyKey: ([first, ...others]) =>
      first !== undefined && others.length === 0 ? seal('moment', first) : letter,
    replies: (key) =>
      mailReply === null
        ? {}
        : {
            replyTo: replyAddress(mailReply, key),
            envelopeFrom: bounceAddress(mailReply, seal('bounce', 0)),
          },
  };
};
