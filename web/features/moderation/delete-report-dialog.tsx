import { useQueryClient } from '@tanstack/react-query';
import * as moderation from '../../../contract/moderation.ts';
import { api } from '../../data/api.ts';
import { ConfirmCall } from '../../data/confirm-call.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { refreshReports } from './status-badge.tsx';

const texts = words.moderation.deleteDialog;

export default function DeleteReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ConfirmCall
      onClose={onClose}
      title={texts.title}
      text={texts.text}
      action={texts.action}
      busyText={words.controls.deleting}
      failed={words.controls.error}
      call={() => api(moderation.remove, { id })}
      onDone={() => {
        toast({ title: texts.done });
        return refreshReports(client);
      }}
    />
  );
}
