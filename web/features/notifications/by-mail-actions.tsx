import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as account from '../../../contract/account.ts';
import type { Notification } from '../../../contract/shapes.ts';
import { go } from '../../app/navigation.ts';
import { accountScope, userKey } from '../../app/session.tsx';
import { api, toastError } from '../../data/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { useMinute } from '../../ui/hooks/use-minute.ts';
import { words } from '../../words/words.ts';
import { canUndoMail, useUndoMail } from './undo-mail.ts';

const texts = words.byMail.mails;

/** Undoes a mail in the member's name for ten minutes, or says that it was somebody else's. */
export default function ByMailActions({
  item,
  onGo,
}: {
  item: Notification;
  onGo?: (() => void) | undefined;
}) {
  const client = useQueryClient();
  const now = useMinute() * 60_000;
  const undo = useUndoMail();
  const deny = useMutation({
    mutationFn: () => api(account.edit, { mailInMyName: false }),
    scope: accountScope,
    onSuccess: (changed) => {
      client.setQueryData(userKey, changed);
      onGo?.();
      go(item.actionUrl ?? '/my-account/mails');
    },
    onError: (error) => toastError(error, texts.offFailed),
  });
  return (
    <span className="nacts row wrap g8">
      {canUndoMail(item, now) ? (
        <Button kind="quiet" size="sm" busy={undo.isPending} onClick={() => undo.mutate(item)}>
          {words.controls.undo}
        </Button>
      ) : null}
      <Button kind="quiet" size="sm" busy={deny.isPending} onClick={() => deny.mutate()}>
        {texts.notMe}
      </Button>
    </span>
  );
}
