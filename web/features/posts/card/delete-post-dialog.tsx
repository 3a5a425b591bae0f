import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as posts from '../../../../contract/posts.ts';
import { api, errorText } from '../../../data/api.ts';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { dropPost } from '../../../data/refresh-posts.ts';
import { words } from '../../../words/words.ts';

const texts = words.postPages.deleteDialog;

interface DeletePostDialogProps {
  id: string;
  onClose: () => void;
  /** Called after the deletion, before the lists drop the post and this dialog with it. */
  onDeleted: () => void;
}

export default function DeletePostDialog({ id, onClose, onDeleted }: DeletePostDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api(posts.remove, { id }),
    onSuccess: () => {
      toast({ title: texts.done });
      onDeleted();
      dropPost(client, id);
    },
    onError: (error) => toast({ title: texts.failed, text: errorText(error), tone: 'destructive' }),
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
