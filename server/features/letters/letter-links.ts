import type { AppContext } from '../../app-context.ts';
import { parsed } from '../../access/show/stored-json.ts';
import {
  bounceAddress,
  replyAddress,
  type ReplyKey,
  type ReplyKind,
} from '../../platform/mail/reply-keys.ts';
import { keyOfCircle } from './circle-keys.ts';
import type { LetterContent } from './layout.ts';

/** The addresses and pages of one letter. */
export interface LetterLinks {
  /** The pages of a member who takes part by e-mail alone. */
  pages: LetterContent['byLetter'];
  momentUrl(postPublicId: string): string;
  /** The address of an answer to a moment; null where answers by mail do not count. */
  answerTo(postId: number): string | null;
  /** The address to share photos in a circle; null for a member who may not. */
  sendTo(circleId: number): string | null;
  /** The address of an answer to a question, and the page to decline it. */
  question(question: { id: number; public_id: string }): { answerTo: string | null; declineUrl: string };
  /**
   * A reply to the letter is about its only moment, or about the letter, which may have a question. Null where it does not
   * count.
   */
  replyKey(posts: readonly number[], hasQuestion: boolean): string | null;
  /** The headers that lead replies and bounces back; empty where this installation receives no mail. */
  replies(key: string): { replyTo?: string; envelopeFrom?: string };
}

interface ReaderOfLetter {
  user_id: number;
  to_post_id: number;
  by_letter: number;
  verification_status: string;
  mail_in_my_name: number;
  /** JSON: the circles and numbers of new addresses. */
  renewed: string | null;
}

export const letterLinks = (
  { replyKeys, settings: { publicUrl, mailReply } }: Pick<AppContext, 'replyKeys' | 'settings'>,
  letter: ReaderOfLetter,
): LetterLinks => {
  const { user_id: user, to_post_id: newest } = letter;
  const seal = (kind: ReplyKind, object: number) => replyKeys.seal({ kind, user, object });
  const isByLetter = letter.by_letter === 1;
  const template = isByLetter || letter.mail_in_my_name === 1 ? mailReply : null;
  const addressOf = (key: ReplyKey) =>
    template === null ? null : replyAddress(template, replyKeys.seal(key));
  const newestKey = seal('letter', newest);
  const letterUrl = `${publicUrl}/letter/${newestKey}`;
  const renewed = new Map(parsed<[number, number][]>(letter.renewed ?? '[]'));
  return {
    pages: isByLetter ? { letterUrl, mineUrl: `${letterUrl}/mine`, stopUrl: `${letterUrl}/stop` } : undefined,
    momentUrl: (publicId) =>
      isByLetter ? `${letterUrl}/posts/${publicId}` : `${publicUrl}/post/${publicId}`,
    answerTo: (post) => addressOf({ kind: 'moment', user, object: post }),
    sendTo: (circle) =>
      letter.verification_status === 'approved' ? addressOf(keyOfCircle({ user, circle }, renewed)) : null,
    question: ({ id, public_id: publicId }) => ({
      answerTo:
        letter.verification_status === 'approved' ? addressOf({ kind: 'question', user, object: id }) : null,
      declineUrl: `${letterUrl}/question/${publicId}`,
    }),
    replyKey: ([first, ...others], hasQuestion) => {
      if (!isByLetter && template === null) return null;
      return first !== undefined && others.length === 0 && !hasQuestion ? seal('moment', first) : newestKey;
    },
    replies: (key) =>
      template === null
        ? {}
        : {
            replyTo: replyAddress(template, key),
            // Bounces pause the letters of mailbox members alone.
            ...(isByLetter && { envelopeFrom: bounceAddress(template, seal('bounce', 0)) }),
          },
  };
};
