import { Link } from 'wouter';
import type { Comment } from '../../../contract/shapes.ts';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { CommentMenu } from './comment-menu.tsx';

interface CommentItemProps {
  comment: Comment;
  /** The viewer wrote the comment. */
  mine: boolean;
  /** Given if the viewer may delete the comment. */
  onDelete?: (() => void) | undefined;
  busy: boolean;
}

export function CommentItem({ comment, mine, onDelete, busy }: CommentItemProps) {
  return (
    <li className="cmt">
      <PersonAvatar person={comment.author} size="sm" />
      <div className="grow">
        <div className="row between cmt-h">
          <span className="small min-w-0">
            <Link className="who" href={profilePath(comment.author)}>
              {displayName(comment.author)}
            </Link>{' '}
            <TimeAgo iso={comment.createdAt} className="dim cap" />
          </span>
          <CommentMenu comment={comment} mine={mine} busy={busy} onDelete={onDelete} />
        </div>
        <p className="people said">{comment.content}</p>
      </div>
    </li>
  );
}
