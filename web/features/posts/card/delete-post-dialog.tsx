import { useQueryClient } from '@tanstack/react-query';
import * as posts from '../../../../contract/posts.ts';
import { api } from '../../../data/api.ts';
import { ConfirmCall } from '../../../data/confirm-call.tsx';
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
  return (
    <ConfirmCall
      onClose={onClose}
      title={texts.title}
      text={texts.text}
      action={texts.action}
      busyText={words.controls.deleting}
      failed={words.controls.error}
      call={() => api(posts.remove, { id })}
      onDone={() => {
        toast({ title: texts.done });
        onDeleted();
        dropPost(client, id);
      }}
    />
  );
}
