import { useMutation } from '@tanstack/react-query';
import * as mailbox from '../../../contract/mailbox.ts';
import type { Circle, Member } from '../../../contract/shapes.ts';
import { useSendsNoMail } from '../../app/config.ts';
import { api, errorText } from '../../data/api.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';

const texts = words.mailbox.account;

interface OfferAccountDialogProps {
  circle: Circle;
  member: Member;
  onClose: () => void;
}

/** Asks the owner before a mailbox member is mailed the link to an account. */
export default function OfferAccountDialog({ circle, member, onClose }: OfferAccountDialogProps) {
  const name = member.firstName || displayName(member);
  const sendsNoMail = useSendsNoMail();
  const offer = useMutation({
    mutationFn: () => api(mailbox.offerAccount, { id: circle.id, memberId: member.id }),
    onSuccess: () => {
      toast(sendsNoMail ? words.mailbox.unmailed : { title: texts.done, text: texts.doneText(name) });
      onClose();
    },
    onError: (error) => toast({ title: texts.failed, text: errorText(error), tone: 'destructive' }),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      danger={false}
      title={texts.title(displayName(member))}
      text={texts.text(name)}
      action={texts.submit}
      busy={offer.isPending}
      busyText={texts.busy}
      onConfirm={() => offer.mutate()}
    />
  );
}
