import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Comment, CurrentUser, Post } from '../../../contract/shapes.ts';
import { useUser } from '../../app/session.tsx';
import { errorText } from '../../data/api.ts';
import type { Item } from '../../outbox/item.ts';
import { useItems, useOutbox } from '../../outbox/use-outbox.ts';
import { Button } from '../../ui/form/button.tsx';
import { focusReturnMs } from '../../ui/overlay/menu.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';
import { AddComment } from './add-comment.tsx';
import './comments.css';
import { commentsOf, inReadingOrder, useDeleteComment } from './cache.ts';
import { type Draft, isEmptyDraft, keepDraft, readDraft } from './comment-draft.ts';
import { answeredBy, commentPlace } from './comment-input.ts';
import { CommentItem } from './comment-item.tsx';
import { EditInput } from './edit-input.ts';
import { threadsOf } from './cache.ts';
import { WaitingComment } from './waiting-comment.tsx';

const texts = words.conversation;

interface CommentsProps {
  post: Post;
  /** On the post's own page the list has its full height. */
  whole?: boolean;
}

/** A post's comments and the field for a new one. */
export default function Comments({ post, whole = false }: CommentsProps) {
  const me = useUser();
  const box = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(() => readDraft(me.id, post.id));
  useEffect(() => keepDraft(me.id, post.id, draft), [me.id, post.id, draft]);
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
        onEmptied={() => box.current?.focus()}
        onAnswer={answer}
        onTakeBack={isEmptyDraft(draft) ? setDraft : null}
      />
      <AddComment post={post} me={me} box={box} draft={draft} onChange={setDraft} />
    </div>
  );
}

/** How many pixels from its end a list still counts as read to the end. */
const nearPx = 40;

interface CommentListProps {
  post: Post;
  whole: boolean;
  me: CurrentUser;
  /** Called when the last comment was deleted, so that the focus can move on. */
  onEmptied: () => void;
  onAnswer: (comment: Comment) => void;
  /** Puts words that were not sent back into the field; null while it has others. */
  onTakeBack: ((written: Draft) => void) | null;
}

/**
 * The comments of a post, the earlier ones on request. Below a feed's post they scroll in a box of limited height, which
 * begins at the newest.
 */
function CommentList({ post, whole, me, onEmptied, onAnswer, onTakeBack }: CommentListProps) {
  const query = useInfiniteQuery(commentsOf(post.id));
  const remove = useDeleteComment(post.id);
  const edits = new Map(
    useOutbox(me.id)
      .filter(({ kind, state }) => kind === 'edit' && state !== 'arrived')
      .map((item) => [EditInput.parse(item.input).id, item]),
  );
  const box = useRef<HTMLUListElement>(null);
  const atEnd = useRef(true);
  const fromEnd = useRef<number | null>(null);
  const items = query.data ? inReadingOrder(query.data.pages) : [];
  const waiting = useItems(me.id, commentPlace(post.id)).filter(({ state }) => state !== 'arrived');
  const first = items.at(0)?.id;
  const last = waiting.at(-1)?.id ?? items.at(-1)?.id;
  // Earlier comments are inserted above without moving the view. New ones scroll the view only if it is at the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ends of the list are what changed, not what is used.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (fromEnd.current !== null) element.scrollTop = element.scrollHeight - fromEnd.current;
    else if (atEnd.current) element.scrollTop = element.scrollHeight;
    fromEnd.current = null;
  }, [first, last]);
  const showEarlier = async () => {
    const element = box.current;
    fromEnd.current = element ? element.scrollHeight - element.scrollTop : null;
    const { hasNextPage } = await query.fetchNextPage();
    if (!hasNextPage) element?.focus();
  };
  const removeOne = (id: string) =>
    remove.mutate(id, {
      // The dialog and the button that opened it are removed with the comment.
      onSuccess: () => setTimeout(items.length > 1 ? () => box.current?.focus() : onEmptied, focusReturnMs),
    });
  const itemOf = (comment: Comment, answers?: ReactNode) => (
    <CommentItem
      key={comment.id}
      comment={comment}
      postId={post.id}
      edit={edits.get(comment.id)}
      busy={remove.isPending && remove.variables === comment.id}
      mine={comment.authorId === me.id}
      onDelete={[comment.authorId, post.authorId].includes(me.id) ? () => removeOne(comment.id) : undefined}
      onAnswer={() => onAnswer(comment)}
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
      {query.isPending ? <Loading words={words.comments.loading} /> : null}
      {query.error ? (
        <div className="row wrap g8" role="alert">
          <p className="small mut">{errorText(query.error, texts.failed)}</p>
          <Button kind="quiet" size="sm" onClick={() => void query.refetch()}>
            {words.ui.tryAgain}
          </Button>
        </div>
      ) : null}
      {query.hasNextPage ? (
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
        <ul
          className="cmts"
          ref={box}
          tabIndex={whole ? -1 : 0}
          aria-label={texts.list}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            atEnd.current = scrollHeight - scrollTop - clientHeight < nearPx;
          }}
        >
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
