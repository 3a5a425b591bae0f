import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Trash2, Undo2 } from 'lucide-react';
import type { Comment, CurrentUser, Post } from '../../../contract/shapes.ts';
import { useUser } from '../../app/session.tsx';
import { errorText } from '../../data/api.ts';
import type { Item } from '../../outbox/item.ts';
import { useItems, useOutbox, useLost } from '../../outbox/use-outbox.ts';
import { Button } from '../../ui/form/button.tsx';
import { focusAfterOverlays } from '../../ui/hooks/focus-beside.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';
import { discardItems } from '../../outbox/discard-items.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { AddComment } from './add-comment.tsx';
import './comments.css';
import { commentsOf, inReadingOrder, useDeleteComment, threadsOf } from './cache.ts';
import {
  type Draft,
  isEmptyDraft,
  keepDraft,
  readDraft,
  CommentInput,
  answeredBy,
  commentPlace,
  spokenPlace,
  takeBackComment,
  voiceOf,
} from './comment-draft.ts';
import { CommentItem, elementOf } from './comment-item.tsx';
import { EditInput } from './edit-input.ts';

const commentTexts = words.outbox;

const RecordedVoice = lazyComponent(() => import('../media/voice/recorded-voice.tsx'));

interface WaitingCommentProps {
  item: Item;
  me: CurrentUser;
  /** Puts the words back into the field; null while it has others. */
  onChange: ((written: Draft) => void) | null;
}

/** A comment that the server does not have yet. */
function WaitingComment({ item, me, onChange }: WaitingCommentProps) {
  const isLost = useLost();
  const { input, state } = item;
  const { text, answering } = CommentInput.parse(input);
  const voice = voiceOf(item);
  const problem = voice?.problem ?? item.problem;
  const isSending = state === 'waiting' && !isLost;
  const remove = () => discardItems([item.id, ...item.needs]);
  const change = () => onChange?.(takeBackComment(item));
  return (
    <li className="cmt" id={elementOf(item)}>
      <PersonAvatar person={me} size="sm" />
      <div className="grow stack g4">
        <span className="small who">{displayName(me)}</span>
        {answering ? (
          <p className="cap mut">{words.conversation.answering({ name: answering.name })}</p>
        ) : null}
        {voice ? <RecordedVoice voice={voice} /> : null}
        {text === '' ? null : <p className="people said">{text}</p>}
        {problem ? (
          <Alert tone="warn" role="alert">
            {problem.text}
          </Alert>
        ) : (
          <p className="cap dim" role="status">
            {isSending
              ? commentTexts.sending({ count: 1 })
              : state === 'paused'
                ? commentTexts.paused
                : commentTexts.waits({ count: 1 })}
          </p>
        )}
        {isSending ? null : (
          <div className="row wrap g8">
            {onChange ? (
              <Button kind="quiet" size="sm" icon={Undo2} onClick={change}>
                {commentTexts.change}
              </Button>
            ) : null}
            <Button kind="ghost" size="sm" icon={Trash2} className="text-danger-text!" onClick={remove}>
              {words.controls.delete}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

const texts = words.conversation;

interface CommentsProps {
  post: Post;
  /** On the post's own page all comments are shown, in the feed the last ones. */
  whole?: boolean;
  /** How often the member asked for the field, which then gets the focus. */
  asked?: number;
}

/** A post's comments and the field for a new one. */
export default function Comments({ post, whole = false, asked = 0 }: CommentsProps) {
  const me = useUser();
  const box = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(() => readDraft(me.id, post.id));
  const isSpoken = useItems(me.id, spokenPlace(post.id)).length > 0;
  useEffect(() => keepDraft(me.id, post.id, draft), [me.id, post.id, draft]);
  useEffect(() => {
    if (asked > 0) box.current?.focus();
  }, [asked]);
  const answer = ({ id, author }: Comment) => {
    setDraft((now) => ({ ...now, answering: { id, name: displayName(author) } }));
    box.current?.focus();
  };
  return (
    <div className="stack">
      <CommentList
        post={post}
        whole={whole}
        me={me}
        field={box}
        onAnswer={answer}
        onTakeBack={isEmptyDraft(draft) && !isSpoken ? setDraft : null}
      />
      <AddComment post={post} me={me} box={box} draft={draft} canRecord onChange={setDraft} />
    </div>
  );
}

/** A card in the feed shows so many comments. */
const maxOnCard = 2;
const maxLinesOnCard = 6;

interface CommentListProps {
  post: Post;
  whole: boolean;
  me: CurrentUser;
  /** Gets the focus once the last comment is deleted. */
  field: RefObject<HTMLTextAreaElement | null>;
  onAnswer: (comment: Comment) => void;
  /** Puts words that were not sent back into the field; null while it has others. */
  onTakeBack: ((written: Draft) => void) | null;
}

/** The comments of a post, the earlier ones on request. Below a feed's post these are the last ones. */
function CommentList({ post, whole, me, field, onAnswer, onTakeBack }: CommentListProps) {
  const query = useInfiniteQuery(commentsOf(post.id));
  const remove = useDeleteComment(post.id);
  const edits = new Map(
    useOutbox(me.id)
      .filter(({ kind, state }) => kind === 'edit' && state !== 'arrived')
      .map((item) => [EditInput.parse(item.input).id, item]),
  );
  const box = useRef<HTMLUListElement>(null);
  const items = query.data ? inReadingOrder(query.data.pages) : [];
  const waiting = useItems(me.id, commentPlace(post.id)).filter(
    ({ kind, state }) => kind === 'comment' && state !== 'arrived',
  );
  const showEarlier = async () => {
    const { hasNextPage } = await query.fetchNextPage();
    if (!hasNextPage) box.current?.focus();
  };
  const removeOne = (id: string) =>
    remove.mutate(id, {
      // The dialog and the button that opened it are removed with the comment.
      onSuccess: () => focusAfterOverlays(() => (items.length > 1 ? box : field).current),
    });
  const last = items.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)).slice(-maxOnCard);
  const itemOf = (comment: Comment, answers?: ReactNode) => (
    <CommentItem
      key={comment.id}
      comment={comment}
      postId={post.id}
      edit={edits.get(comment.id)}
      busy={remove.isPending && remove.variables === comment.id}
      mine={comment.authorId === me.id}
      onDelete={[comment.authorId, post.authorId].includes(me.id) ? () => removeOne(comment.id) : undefined}
      onAnswer={whole ? () => onAnswer(comment) : undefined}
      maxLines={whole ? undefined : Math.floor(maxLinesOnCard / last.length)}
    >
      {answers}
    </CommentItem>
  );
  const waitingOf = (own: readonly Item[]) =>
    own.map((item) => <WaitingComment key={item.id} item={item} me={me} onChange={onTakeBack} />);
  const threads = threadsOf(items);
  const answered = new Set(items.map(({ id }) => id));
  return (
    <>
      {whole && query.isPending ? <Loading words={words.comments.loading} /> : null}
      {whole && query.error ? (
        <div className="row wrap g8" role="alert">
          <p className="small mut">{errorText(query.error, texts.failed)}</p>
          <Button kind="quiet" size="sm" onClick={() => void query.refetch()}>
            {words.ui.tryAgain}
          </Button>
        </div>
      ) : null}
      {whole || post.commentsCount <= maxOnCard ? null : (
        <Link href={`/post/${post.id}`} className="cmts-all">
          {texts.all({ count: post.commentsCount })}
        </Link>
      )}
      {whole && query.hasNextPage ? (
        <Button
          kind="ghost"
          size="sm"
          flush
          className="self-start"
          busy={query.isFetchingNextPage}
          busyText={texts.earlierBusy}
          onClick={() => void showEarlier()}
        >
          {texts.earlier}
        </Button>
      ) : null}
      {items.length + waiting.length === 0 ? null : (
        <ul className="cmts" ref={box} tabIndex={-1} aria-label={texts.list}>
          {whole ? (
            <>
              {threads.map(({ id, first: top, answers }) => {
                const ids = new Set([id, ...answers.map((one) => one.id)]);
                const own = waiting.filter((item) => ids.has(answeredBy(item) ?? ''));
                const list =
                  answers.length + own.length === 0 ? null : (
                    <Answers to={top}>
                      {answers.map((one) => itemOf(one))}
                      {waitingOf(own)}
                    </Answers>
                  );
                return top ? itemOf(top, list) : <li key={id}>{list}</li>;
              })}
              {waitingOf(waiting.filter((item) => !answered.has(answeredBy(item) ?? '')))}
            </>
          ) : (
            <>
              {last.map((one) => itemOf(one))}
              {waitingOf(waiting)}
            </>
          )}
        </ul>
      )}
    </>
  );
}

/** The indented answers to a comment, or to one on a page that is not loaded yet. */
function Answers({ to, children }: { to: Comment | null; children: ReactNode }) {
  return (
    <ul
      className="answers"
      aria-label={to ? texts.answersTo({ name: displayName(to.author) }) : texts.answersEarlier}
    >
      {children}
    </ul>
  );
}
