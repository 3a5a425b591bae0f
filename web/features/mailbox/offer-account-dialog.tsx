import * as mailbox from '../../../contract/mailbox.ts';
import type { Circle, Member } from '../../../contract/shapes.ts';
import { useSendsNoMail } from '../../app/config.ts';
import { api } from '../../data/api.ts';
import { ConfirmCall } from '../../data/confirm-call.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';

const texts = words.mailbox.account;

interface OfferAccountDialogProps {
  circle: Circle;
  member: Member;
  onClose: () => void;
}

/** Asks before a mailbox member is mailed the link to an account. */
export default function OfferAccountDialog({ circle, member, onClose }: OfferAccountDialogProps) {
  const name = member.firstName || displayName(member);
  const sendsNoMail = useSendsNoMail();
  return (
    <ConfirmCall
      onClose={onClose}
      danger={false}
      title={texts.title({ name: displayName(member) })}
      text={texts.text({ name })}
      action={texts.submit}
      busyText={words.controls.sending}
      failed={texts.failed}
      call={() => api(mailbox.offerAccount, { id: circle.id, memberId: member.id })}
      onDone={() => {
        toast(
          sendsNoMail
            ? { ...words.mailbox.unmailed, tone: 'warning' }
            : { title: texts.done, text: texts.doneText({ name }) },
        );
      }}
    />
  );
}
