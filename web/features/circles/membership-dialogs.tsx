import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as circles from '../../../contract/circles.ts';
import type { Circle, Member } from '../../../contract/shapes.ts';
import { api, errorText } from '../../data/api.ts';
import { go } from '../../app/navigation.ts';
import { useUser } from '../../app/session.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { dropCircle, refreshPeople } from './cache.ts';

interface Texts {
  failed: string;
  failedText: string;
}

const useRemoveMember = (circle: Circle, memberId: string, texts: Texts, onGone: () => void) =>
  useMutation({
    mutationFn: () => api(circles.removeMember, { id: circle.id, memberId }),
    onSuccess: onGone,
    onError: (error) =>
      toast({ title: texts.failed, text: errorText(error, texts.failedText), tone: 'destructive' }),
  });

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
  const remove = useRemoveMember(circle, member.id, texts, () => {
    toast({ title: texts.done, text: texts.doneText(name, circle.name) });
    onClose();
    refreshPeople(client);
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title(name, circle.name)}
      text={[texts.text(name), ...(member.byLetter ? [words.mailbox.removed(name)] : [])].join(' ')}
      action={texts.submit}
      busy={remove.isPending}
      busyText={texts.busy}
      onConfirm={() => remove.mutate()}
    />
  );
}

/** Asks the member before they leave the circle. */
export function LeaveCircleDialog({ circle, onClose }: { circle: Circle; onClose: () => void }) {
  const texts = words.circles.leaveDialog;
  const client = useQueryClient();
  const user = useUser();
  const leave = useRemoveMember(circle, user.id, texts, () => {
    toast({ title: texts.done, text: texts.doneText(circle.name) });
    go('/circles', { replace: true });
    dropCircle(client, circle.id);
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title(circle.name)}
      text={texts.text}
      action={texts.submit}
      busy={leave.isPending}
      busyText={texts.busy}
      onConfirm={() => leave.mutate()}
    />
  );
}
