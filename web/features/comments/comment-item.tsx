import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Ellipsis, Eye, Flag, Pencil, Trash2 } from 'lucide-react';
import type { Comment } from '../../../contract/shapes.ts';
import { Button } from '../../ui/form/button.tsx';
import { Edited } from '../../ui/text/edited.tsx';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { ByLetter } from '../../ui/people/badge.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { words } from '../../words/words.ts';
import type { Item } from '../../outbox/item.ts';
import { showSharing } from '../../app/dialogs/audience.ts';
import { Confirm } from '../../ui/overlay/confirm.ts';
import { Menu, type MenuItem } from '../../ui/overlay/menu.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { useLost } from '../../outbox/use-outbox.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import WrittenText from '../mentions/written-text.tsx';
import { EditInput, removeEdit } from './edit-input.ts';

const editTexts = words.edit;

/** The state of a comment's edit that the server does not have yet. The comment's menu changes it. */
function WaitingEdit({ edit: { input, state, problem } }: { edit: Item }) {
  const isLost = useLost();
  const isSaving = state === 'waiting' && !isLost;
  return (
    <div className="stack g8 items-start mt-1">
      {problem ? (
        <Alert tone="warn" role="alert">
          {problem.text}
        </Alert>
      ) : (
        <p className="cap dim" role="status">
          {isSaving
            ? words.controls.saving
            : state === 'paused'
              ? words.outbox.paused
              : editTexts.waiting.mark}
        </p>
      )}
      {isSaving ? null : (
        <Button kind="quiet" size="sm" icon={Trash2} onClick={() => removeEdit(EditInput.parse(input).id)}>
          {editTexts.discard}
        </Button>
      )}
    </div>
  );
}

const texts = words.conversation;

const VoicePlayer = lazyComponent(() => import('../media/voice/voice-player.tsx'));
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

function CommentMenu({ comment, postId, mine, onDelete, busy }: CommentMenuProps) {
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
          busyText={words.controls.deleting}
          onConfirm={onDelete}
        />
      ) : null}
    </>
  );
}

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
        {comment.photo ? (
          <img
            className="said-of"
            src={comment.photo.url}
            alt={texts.aboutPhoto}
            width={44}
            height={44}
            loading="lazy"
          />
        ) : null}
        {comment.voice ? <VoicePlayer voice={comment.voice} name={name} /> : null}
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
