// Loads with the viewer of photos.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Heart, MessageCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import * as likes from '../../../../contract/likes.ts';
import * as posts from '../../../../contract/posts.ts';
import type { Comment, PhotoTalk as Talk } from '../../../../contract/shapes.ts';
import { offerHeart, type ViewedPhoto } from '../../../app/dialogs/photo-talk.ts';
import { useUser } from '../../../app/session.tsx';
import { api } from '../../../data/api.ts';
import { infiniteQueryFor, queryFor } from '../../../data/query.ts';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { MorePages } from '../../../ui/feedback/loading.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { PersonAvatar } from '../../../ui/people/person-avatar.tsx';
import { displayName } from '../../../ui/people/person-name.ts';
import { Ring } from '../../../ui/pencil/ring.tsx';
import { TimeAgo } from '../../../ui/text/time-ago.tsx';
import { words } from '../../../words/words.ts';
import { AddComment } from '../../comments/add-comment.tsx';
import { commentsOf, inReadingOrder } from '../../comments/cache.ts';
import { keepDraft, readDraft } from '../../comments/comment-draft.ts';
import { setHeart } from '../../likes/set-heart.ts';
import WrittenText from '../../mentions/written-text.tsx';
import './photo-talk.css';

const VoicePlayer = lazyComponent(() => import('../../media/voice/voice-player.tsx'));

const texts = words.photoViewer;

/** So many answers stand below a photo until the reader wants all. */
const lastShown = 2;

/** Hearts and answers of the photo that is viewed, and a line to answer. */
export default function PhotoTalk({ viewed }: { viewed: ViewedPhoto }) {
  return createPortal(<Talked key={viewed.photoId} viewed={viewed} />, viewed.place);
}

function Talked({ viewed }: { viewed: ViewedPhoto }) {
  const { postId, photoId } = viewed;
  const me = useUser();
  const { data: post } = useQuery(queryFor(posts.get, { id: postId }));
  const { data: talk } = useQuery(queryFor(posts.photo, { id: postId, photoId }));
  const box = useRef<HTMLTextAreaElement>(null);
  const [isNamed, setNamed] = useState(false);
  const [draft, setDraft] = useState(() => readDraft(me.id, postId, photoId));
  useEffect(() => keepDraft(me.id, postId, draft, photoId), [me.id, postId, photoId, draft]);
  if (!talk || !post) return null;
  return (
    <div className="stack g4">
      <div className="acts">
        <HeartButton viewed={viewed} talk={talk} />
        <LikesCount count={talk.likesCount} isOpen={isNamed} onToggle={() => setNamed(!isNamed)} />
        <button
          type="button"
          className="act"
          aria-label={texts.answers({ count: talk.commentsCount })}
          onClick={() => box.current?.focus()}
        >
          <MessageCircle aria-hidden="true" />
          <span className="num">{words.number(talk.commentsCount)}</span>
        </button>
      </div>
      {isNamed && talk.likesCount > 0 ? <Givers photoId={photoId} /> : null}
      <LastAnswers postId={postId} photoId={photoId} count={talk.commentsCount} />
      <AddComment
        post={post}
        me={me}
        box={box}
        draft={{ ...draft, about: photoId }}
        onChange={setDraft}
        label={texts.answer}
      />
    </div>
  );
}

function HeartButton({ viewed, talk }: { viewed: ViewedPhoto; talk: Talk }) {
  const { isLiked, likesCount } = talk;
  const [pressed, setPressed] = useState(false);
  const set = useHeart(viewed);
  const toggle = () => {
    setPressed(true);
    set(!isLiked, talk);
  };
  useEffect(() => {
    offerHeart((isOnlyGiven) => {
      if (!isOnlyGiven || !isLiked) toggle();
    });
    return () => offerHeart(null);
  });
  return (
    <button
      type="button"
      className="act"
      aria-pressed={isLiked}
      aria-keyshortcuts="L"
      aria-label={(isLiked ? words.likes.unlike : words.likes.like)({ count: likesCount })}
      onClick={toggle}
    >
      <span className="rw">
        <Heart className="h" aria-hidden="true" />
        {isLiked ? <Ring shape="round" draw={pressed} /> : null}
      </span>
    </button>
  );
}

interface LikesCountProps {
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** The number of hearts, which opens the names. */
function LikesCount({ count, isOpen, onToggle }: LikesCountProps) {
  const number = <span className="num">{words.number(count)}</span>;
  return count > 0 ? (
    <button
      type="button"
      className="act who"
      aria-expanded={isOpen}
      aria-label={words.likes.show({ count })}
      onClick={onToggle}
    >
      {number}
    </button>
  ) : (
    <span className="act who" aria-hidden="true">
      {number}
    </span>
  );
}

function Givers({ photoId }: { photoId: string }) {
  const query = useInfiniteQuery({
    ...infiniteQueryFor(likes.listOfPhoto, (place) => ({ id: photoId, ...place })),
    staleTime: 0,
  });
  const names = query.data?.pages.flatMap(({ items }) => items).map(displayName) ?? [];
  return (
    <div role="status">
      {names.length > 0 ? <p className="small">{texts.likedBy({ names })}</p> : null}
      <MorePages query={query} />
    </div>
  );
}

/** Gives the photo a heart or takes it back, before the server has answered. */
const useHeart = ({ postId, photoId }: ViewedPhoto): ((liked: boolean, before: Talk) => void) => {
  const client = useQueryClient();
  const { queryKey } = queryFor(posts.photo, { id: postId, photoId });
  return (liked, { isLiked, likesCount }) =>
    setHeart(client, {
      key: ['heart', photoId],
      liked,
      before: { isLiked, likesCount },
      call: async () => {
        const hearts = await api(liked ? likes.likePhoto : likes.unlikePhoto, { id: photoId });
        // The prints of an album say so, too.
        void client.invalidateQueries({ queryKey: ['/api', 'albums', postId] });
        return hearts;
      },
      show: (hearts) => client.setQueryData(queryKey, (photo) => photo && { ...photo, ...hearts }),
    });
};

function LastAnswers({ postId, photoId, count }: { postId: string; photoId: string; count: number }) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const query = useInfiniteQuery({ ...commentsOf(postId, photoId), enabled: count > 0 });
  const items = query.data ? inReadingOrder(query.data.pages) : [];
  const newestLast = items.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  const shown = all ? items : newestLast.slice(-lastShown);
  if (shown.length === 0) return null;
  return (
    <>
      {all || count <= lastShown ? null : (
        <Button
          kind="ghost"
          size="sm"
          flush
          className="self-start"
          onClick={() => {
            setAll(true);
            list.current?.focus();
          }}
        >
          {words.conversation.all({ count })}
        </Button>
      )}
      {all && query.hasNextPage ? (
        <Button
          kind="ghost"
          size="sm"
          flush
          className="self-start"
          busy={query.isFetchingNextPage}
          busyText={words.conversation.earlierBusy}
          onClick={() => void query.fetchNextPage()}
        >
          {words.conversation.earlier}
        </Button>
      ) : null}
      <ul className={all ? 'cmts' : 'cmts last'} ref={list} tabIndex={-1} aria-label={texts.list}>
        {shown.map((comment) => (
          <Answer key={comment.id} comment={comment} />
        ))}
      </ul>
    </>
  );
}

function Answer({ comment: { author, content, voice, mentions, createdAt } }: { comment: Comment }) {
  return (
    <li className="cmt">
      <PersonAvatar person={author} size="sm" />
      <div className="grow min-w-0">
        <span className="small">
          <b>{displayName(author)}</b> <TimeAgo iso={createdAt} className="dim cap" />
        </span>
        {voice ? <VoicePlayer voice={voice} name={displayName(author)} /> : null}
        <p className="people said">
          <WrittenText content={content} mentions={mentions} />
        </p>
      </div>
    </li>
  );
}
