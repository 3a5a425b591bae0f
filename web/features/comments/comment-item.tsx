import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
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
  /** Given where answers are indented under their comment. */
  onAnswer?: (() => void) | undefined;
  /** Longer words are cut, with a button to read on. */
  maxLines?: number | undefined;
  /** The list of its answers. */
  children?: ReactNode;
}

export function CommentItem(props: CommentItemProps) {
  const { comment, postId, edit, mine, onDelete, busy, onAnswer, maxLines, children } = props;
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
        <Said maxLines={maxLines}>
          <WrittenText
            content={edit ? EditInput.parse(edit.input).content : comment.content}
            mentions={comment.mentions}
          />
        </Said>
        {edit ? <WaitingEdit edit={edit} /> : null}
        {onAnswer ? (
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
        ) : null}
        {children}
      </div>
    </li>
  );
}

/** The words of a comment, cut after some lines until the reader wants more. */
function Said({ maxLines, children }: { maxLines: number | undefined; children: ReactNode }) {
  const box = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isWhole, setWhole] = useState(maxLines === undefined);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || isWhole) return;
    const watcher = new ResizeObserver(() => setCut(current.scrollHeight > current.clientHeight + 1));
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [isWhole]);
  return (
    <>
      <p
        ref={box}
        className={isWhole ? 'people said' : 'people said cut'}
        style={isWhole ? undefined : { '--lines': maxLines }}
      >
        {children}
      </p>
      {isCut && !isWhole ? (
        <button type="button" className="link read-on" onClick={() => setWhole(true)}>
          {texts.more}
        </button>
      ) : null}
    </>
  );
}
