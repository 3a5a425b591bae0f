import { useQueryClient } from '@tanstack/react-query';
import * as moderation from '../../../contract/moderation.ts';
import type { ManagedMember, MemberAct } from '../../../contract/moderation.ts';
import { api } from '../../data/api.ts';
import { userKey } from '../../app/session.tsx';
import { ConfirmCall } from '../../data/confirm-call.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { managedKey } from './managed-members.ts';

const texts = words.moderation.members;

interface ActDialogProps {
  member: ManagedMember;
  action: MemberAct;
  onClose: () => void;
}

/** Says what an administrator's action does to a member, before doing it. */
export default function ActDialog({ member, action, onClose }: ActDialogProps) {
  const client = useQueryClient();
  const name = displayName(member);
  return (
    <ConfirmCall
      onClose={onClose}
      title={texts.confirm[action].title({ name })}
      text={texts.confirm[action].text({ name })}
      action={texts.acts[action]}
      danger={action === 'ban' || action === 'suspend' || action === 'remove_admin'}
      busyText={texts.busy}
      failed={words.controls.error}
      call={() => api(moderation.actOnMember, { id: member.id, action })}
      onDone={() => {
        toast({ title: texts.done[action]({ name }) });
        // Refetch the current user: an administrator who steps down has no rights any more.
        void client.invalidateQueries({ queryKey: userKey });
        return client.invalidateQueries({ queryKey: managedKey });
      }}
    />
  );
}
