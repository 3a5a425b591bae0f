import { useRef } from 'react';
import type { Post } from '../../../contract/shapes.ts';
import { useUser } from '../../app/session.tsx';
import { AddComment } from './add-comment.tsx';
import { CommentList } from './comment-list.tsx';
import './comments.css';

/** A post's comments and the field for a new one. */
export default function Comments({ post }: { post: Post }) {
  const me = useUser();
  const box = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="stack">
      <CommentList post={post} me={me} onEmptied={() => box.current?.focus()} />
      <AddComment post={post} me={me} box={box} />
    </div>
  );
}
