import { Ellipsis, Eye, Flag, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Comment } from '../../../contract/shapes.ts';
import { showSharing } from '../../app/dialogs/audience.ts';
import { Confirm } from '../../ui/overlay/confirm.ts';
import { Menu, type MenuItem } from '../../ui/overlay/menu.tsx';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.conversation;

const EditCommentDialog = lazyComponent(() => import('./edit-comment-dialog.tsx'));
const ReportDialog = lazyComponent(() => import('../reporting/report-dialog.tsx'));

interface CommentMenuProps {
  comment: Comment;
  postId: string;
  /** The viewer wrote the comment. */
  mine: boolean;
  /** Given if the viewer may delete the comment. */
  onDelete?: (() => void) | undefined;
  busy: boolean;
}

export function CommentMenu({ comment, postId, mine, onDelete, busy }: CommentMenuProps) {
  const { id, author } = comment;
  const [open, setOpen] = useState<'edit' | 'report' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const edit: MenuItem = {
    key: 'edit',
    icon: Pencil,
    label: words.edit.comment,
    onSelect: () => setOpen('edit'),
  };
  const readers: MenuItem = {
    key: 'readers',
    icon: Eye,
    label: words.audience.commentMenu,
    onSelect: () => showSharing({ kind: 'commentReaders', comment }),
  };
  const report: MenuItem = {
    key: 'report',
    icon: Flag,
    label: words.reporting.comment,
    onSelect: () => setOpen('report'),
  };
  const remove: MenuItem = {
    key: 'delete',
    icon: Trash2,
    label: texts.delete,
    tone: 'danger',
    onSelect: () => setOpen('delete'),
  };
  return (
    <>
      <Menu
        trigger={{ icon: Ellipsis, label: texts.options }}
        items={[...(mine ? [readers, edit] : [report]), ...(onDelete ? [remove] : [])]}
      />
      {open === 'edit' ? <EditCommentDialog comment={comment} postId={postId} onClose={close} /> : null}
      {open === 'report' ? (
        <ReportDialog targetType="comment" targetId={id} person={author} onClose={close} />
      ) : null}
      {open === 'delete' && onDelete ? (
        <Confirm
          open
          onClose={close}
          title={texts.deleteTitle}
          text={mine ? texts.deleteOwn : texts.deleteOf({ name: displayName(author) })}
          action={texts.delete}
          busy={busy}
          busyText={texts.deleteBusy}
          onConfirm={onDelete}
        />
      ) : null}
    </>
  );
}
