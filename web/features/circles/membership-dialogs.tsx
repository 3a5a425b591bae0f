import { useQueryClient } from '@tanstack/react-query';
import * as circles from '../../../contract/circles.ts';
import type { Circle, Member } from '../../../contract/shapes.ts';
import { api } from '../../data/api.ts';
import { go } from '../../app/navigation.ts';
import { useUser } from '../../app/session.tsx';
import { ConfirmCall } from '../../data/confirm-call.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { dropCircle, refreshPeople } from './cache.ts';

interface RemoveMemberDialogProps {
  circle: Circle;
  member: Member;
  onClose: () => void;
}

/** Asks the owner before a member is removed. */
export function RemoveMemberDialog({ circle, member, onClose }: RemoveMemberDialogProps) {
  const texts = words.circles.removeDialog;
  const client = useQueryClient();
  const name = displayName(member);
  return (
    <ConfirmCall
      onClose={onClose}
      title={texts.title({ member: name, circle: circle.name })}
      text={[
        texts.text({ member: name }),
        ...(member.byLetter ? [words.mailbox.removed({ name })] : []),
      ].join(' ')}
      action={words.controls.remove}
      busyText={words.controls.removing}
      failed={texts.failed}
      failedText={words.controls.pleaseTryAgain}
      call={() => api(circles.removeMember, { id: circle.id, memberId: member.id })}
      onDone={() => {
        toast({ title: texts.done, text: texts.doneText({ member: name, circle: circle.name }) });
        refreshPeople(client);
      }}
    />
  );
}

/** Asks the member before they leave the circle. */
export function LeaveCircleDialog({ circle, onClose }: { circle: Circle; onClose: () => void }) {
  const texts = words.circles.leaveDialog;
  const client = useQueryClient();
  const user = useUser();
  return (
    <ConfirmCall
      onClose={onClose}
      title={texts.title({ circle: circle.name })}
      text={texts.text}
      action={texts.submit}
      busyText={texts.busy}
      failed={texts.failed}
      failedText={words.controls.pleaseTryAgain}
      call={() => api(circles.removeMember, { id: circle.id, memberId: user.id })}
      onLeave={() => go('/circles', { replace: true })}
      onDone={() => {
        toast({ title: texts.done, text: texts.doneText({ circle: circle.name }) });
        dropCircle(client, circle.id);
      }}
    />
  );
}
