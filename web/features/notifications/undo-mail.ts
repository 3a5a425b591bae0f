import { useMutation, useQueryClient } from '@tanstack/react-query';
import { takeBack } from '../../../contract/audience/take-back.ts';
import * as comments from '../../../contract/comments.ts';
import * as likes from '../../../contract/likes.ts';
import * as calls from '../../../contract/notifications.ts';
import type { Notification } from '../../../contract/shapes.ts';
import { go } from '../../app/navigation.ts';
import { api, toastError } from '../../data/api.ts';
import { refreshPosts } from '../../data/refresh-posts.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.byMail.mails;

/** Milliseconds in which the entry of a mail offers to undo it. */
const offeredForMs = 10 * 60_000;

/** The kind and id in an entry's address, such as `/my-account/mails?post=…`. */
const readSubject = (actionUrl: string | null): { what: string; id: string } | null => {
  const [what, id = ''] = actionUrl?.split('?')[1]?.split('=') ?? [];
  return what === undefined || id === '' ? null : { what, id };
};

export const canUndoMail = ({ actionUrl, createdAt }: Notification, now: number): boolean =>
  readSubject(actionUrl) !== null && now < Date.parse(createdAt) + offeredForMs;

const undo = async ({ id: entry, actionUrl }: Notification): Promise<void> => {
  const subject = readSubject(actionUrl);
  if (!subject) return;
  const { what, id } = subject;
  if (what === 'post') {
    const receipt = await api(takeBack, { id });
    toast({
      title: texts.done({ count: 1 }),
      action: {
        label: texts.receipt,
        hint: texts.receiptHint,
        onPress: () => go(`/my-account/mails?receipt=${receipt.id}`),
      },
    });
  } else if (what === 'comment') {
    await api(comments.remove, { id });
    toast({ title: texts.commentGone });
  } else {
    await api(likes.unlike, { id });
    await api(calls.remove, { id: entry });
    toast({ title: texts.heartGone });
  }
};

/** Takes back what a mail in the member's name became. */
export const useUndoMail = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: undo,
    onSettled: () => refreshPosts(client),
    onError: (error) => toastError(error, texts.undoFailed),
  });
};
