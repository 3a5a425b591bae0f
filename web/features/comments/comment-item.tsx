import { Ellipsis, Flag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Comment } from '../../../contract/shapes.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { Menu } from '../../ui/overlay/menu.tsx';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { words } from '../../words/words.ts';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const ReportDialog = lazyComponent(() => import('../reporting/report-dialog.tsx'));

interface CommentItemProps {
  comment: Comment;
  /** Given for the viewer's own comments: deletes the comment. */
  onDelete?: (() => void) | undefined;
  busy: boolean;
}

export function CommentItem({ comment, onDelete, busy }: CommentItemProps) {
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
          {onDelete ? (
            <IconButton
              icon={Trash2}
              label={words.comments.delete}
              aria-disabled={busy || undefined}
              onClick={busy ? undefined : onDelete}
            />
          ) : (
            <OthersMenu comment={comment} />
          )}
        </div>
        <p className="people said">{comment.content}</p>
      </div>
    </li>
  );
}

function OthersMenu({ comment: { id, author } }: { comment: Comment }) {
  const [reporting, setReporting] = useState(false);
  return (
    <>
      <Menu
        trigger={{ icon: Ellipsis, label: words.reporting.options }}
        items={[
          { key: 'report', icon: Flag, label: words.reporting.comment, onSelect: () => setReporting(true) },
        ]}
      />
      {reporting ? (
        <ReportDialog
          targetType="comment"
          targetId={id}
          person={author}
          onClose={() => setReporting(false)}
        />
      ) : null}
    </>
  );
}
