import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as moderation from '../../../contract/moderation.ts';
import { api, errorText } from '../../data/api.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { refreshReports } from './reports.ts';

const texts = words.moderation.deleteDialog;

export default function DeleteReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api(moderation.remove, { id }),
    onSuccess: () => {
      toast({ title: texts.done });
      onClose();
      return refreshReports(client);
    },
    onError: (error) => toast({ title: words.moderation.error, text: errorText(error), tone: 'destructive' }),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title}
      text={texts.text}
      action={texts.action}
      busy={remove.isPending}
      busyText={texts.busy}
      onConfirm={() => remove.mutate()}
    />
  );
}
