// Loads when a comment is edited.
import { useQueryClient } from '@tanstack/react-query';
import * as comments from '../../../contract/comments.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Comment } from '../../../contract/shapes.ts';
import { api } from '../../data/api.ts';
import { words } from '../../words/words.ts';
import { toContent } from '../mentions/to-content.ts';
import { writtenFrom } from '../mentions/written.ts';
import { showEditedComment } from './cache.ts';
import { EditDialog } from './edit-dialog.tsx';

interface EditCommentDialogProps {
  comment: Comment;
  postId: string;
  onClose: () => void;
}

export default function EditCommentDialog({ comment, postId, onClose }: EditCommentDialogProps) {
  const client = useQueryClient();
  const { id, authorId } = comment;
  const { text, named } = writtenFrom(comment.content, comment.mentions);
  const check = ({ content }: { content: string }) => {
    if (content === '' && !comment.voice) return messages.commentEmpty;
    return [...content].length > limits.comment ? messages.commentTooLong : undefined;
  };
  return (
    <EditDialog
      title={words.edit.comment}
      label={words.edit.commentLabel}
      userId={authorId}
      id={id}
      edited={{ kind: 'comment', postId }}
      now={{ content: text, named, alts: [] }}
      max={limits.comment}
      check={check}
      save={async ({ content, named: people }) => {
        const written = toContent({ text: content, named: people });
        showEditedComment(client, postId, await api(comments.edit, { id, ...written }));
        return undefined;
      }}
      onClose={onClose}
    />
  );
}
