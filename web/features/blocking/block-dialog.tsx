import { useQueryClient } from '@tanstack/react-query';
import * as blocking from '../../../contract/blocking.ts';
import type { Person } from '../../../contract/shapes.ts';
import { api } from '../../data/api.ts';
import { ConfirmCall } from '../../data/confirm-call.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';

interface BlockDialogProps {
  person: Person;
  /** Whether the dialog blocks or unblocks the member. */
  act: 'block' | 'unblock';
  onClose: () => void;
  onDone?: () => void;
}

const touched = [
  'blocks',
  'users',
  'contacts',
  'circles',
  'posts',
  'audience',
  'user',
  'notifications',
  'mutes',
];

/** Says what blocking or unblocking the member does, before doing it. */
export default function BlockDialog({ person, act, onClose, onDone }: BlockDialogProps) {
  const client = useQueryClient();
  const name = displayName(person);
  const texts = act === 'block' ? words.blocking.blockDialog : words.blocking.unblockDialog;
  return (
    <ConfirmCall
      onClose={onClose}
      title={texts.title({ name })}
      text={texts.text({ name })}
      action={texts.action}
      danger={act === 'block'}
      busyText={texts.busy}
      failed={words.controls.error}
      call={() => api(act === 'block' ? blocking.block : blocking.unblock, { id: person.id })}
      onDone={() => {
        toast({ title: texts.done({ name }) });
        onDone?.();
        client.removeQueries({ queryKey: ['/api', 'member-search'] });
        for (const part of touched) void client.invalidateQueries({ queryKey: ['/api', part] });
      }}
    />
  );
}
