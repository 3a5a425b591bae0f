import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Comment } from '../../../contract/shapes.ts';
import { Button } from '../../ui/form/button.tsx';
import { Edited } from '../../ui/text/edited.tsx';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { ByLetter } from '../../ui/people/by-letter.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { words } from '../../words/words.ts';
import type { Item } from '../../outbox/item.ts';
import WrittenText from '../mentions/written-text.tsx';
import { CommentMenu } from './comment-menu.tsx';
import { EditInput } from './edit-input.ts';
import { WaitingEdit } from './waiting-edit.tsx';

const texts = words.conversation;

/** The id of a comment's element. */
export const elementOf = ({ id }: Pick<Comment, 'id'>): string => `comment-${id}`;

interface CommentItemProps {
  comment: Comment;
  postId: string;
  /** The viewer's edit that the server does not have yet. */
  edit: Item | undefined;
  /** The viewer wrote the comment. */
  mine: boolean;
  /** Given if the viewer may delete the comment. */
  onDelete?: (() => void) | undefined;
  busy: boolean;
  onAnswer: () => void;
  /** The list of its answers. */
  children?: ReactNode;
}

export function CommentItem(props: CommentItemProps) {
  const { comment, postId, edit, mine, onDelete, busy, onAnswer, children } = props;
  const name = displayName(comment.author);
  return (
    <li className="cmt" id={elementOf(comment)}>
      <PersonAvatar person={comment.author} size="sm" />
      <div className="grow">
        {comment.isReplyToDeleted ? <p className="cap dim">{texts.toDeleted}</p> : null}
        <div className="row between cmt-h">
          <span className="small min-w-0">
            <Link className="who" href={profilePath(comment.author)}>
              {name}
            </Link>{' '}
            <ByLetter of={comment.author} /> <TimeAgo iso={comment.createdAt} className="dim cap" />
            {comment.editedAt === null ? null : (
              <span className="dim cap">
                {' · '}
                <Edited iso={comment.editedAt} />
              </span>
            )}
          </span>
          <CommentMenu comment={comment} postId={postId} mine={mine} busy={busy} onDelete={onDelete} />
        </div>
        <p className="people said">
          <WrittenText
            content={edit ? EditInput.parse(edit.input).content : comment.content}
            mentions={comment.mentions}
          />
        </p>
        {edit ? <WaitingEdit edit={edit} /> : null}
        <Button
          kind="ghost"
          size="sm"
          flush
          className="reply"
          aria-label={texts.answerTo({ name })}
          onClick={onAnswer}
        >
          {texts.answer}
        </Button>
        {children}
      </div>
    </li>
  );
}
