import { Ellipsis, MessageCircle } from 'lucide-react';
import { memo, type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import type { Post } from '../../../../contract/shapes.ts';
import { useUser } from '../../../app/session.tsx';
import { showSharing } from '../../../app/dialogs/audience.ts';
import { IconButton } from '../../../ui/form/button.tsx';
import { preloadMenu } from '../../../ui/overlay/menu.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { fullTime } from '../../../words/time.ts';
import { words } from '../../../words/words.ts';
import { Likes } from '../../likes/like-button.tsx';
import { displayName, profilePath } from '../../../ui/people/person-name.ts';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { AudienceMark } from '../../../ui/people/audience-mark.tsx';
import { TimeAgo, VisuallyHidden } from '../../../ui/text/time-ago.tsx';
import { PersonAvatar } from '../../../ui/people/person-avatar.tsx';
import { PhotoSheet } from './photo-sheet.tsx';

const texts = words.posts.card;
const mentionToken = /@\{\w+\}/g;

const parts = () => import('../../../app/later-parts.ts');

const AlbumSheet = lazyComponent(() => import('./album-sheet.tsx'));
const PostMenu = lazyComponent(async () => (await parts()).postMenu());
const PostMarks = lazyComponent(() => import('./post-marks.tsx'));
// Most moments mention nobody, and answer no question.
const WrittenText = lazyComponent(() => import('../../mentions/written-text.tsx'));
const QuestionLine = lazyComponent(() => import('../../questions/question-line.tsx'));
const VoicePlayer = lazyComponent(async () => (await parts()).voicePlayer());
const Comments = lazyComponent(async () => (await parts()).comments());

/** Calls when the place comes within a screen of what is visible. */
const watchNear = (place: Element | null, onNear: () => void): (() => void) | undefined => {
  if (!place) return undefined;
  const watcher = new IntersectionObserver(([seen]) => (seen?.isIntersecting ? onNear() : undefined), {
    rootMargin: '100% 0px',
  });
  watcher.observe(place);
  return () => watcher.disconnect();
};

interface PostCardProps {
  post: Post;
  /** Index in the list: neighbours get different rings, and the first one's photos load first. */
  index?: number;
  level?: 2 | 3;
  /** The card is alone on its page: show all text and all comments. */
  whole?: boolean;
  onDeleted?: ((post: Post) => void) | undefined;
  /** All photos of an album, in place of its first ones. */
  photos?: ReactNode;
}

const maxBeginLength = 60;

/** Tells a moment from its neighbours: its title, the beginning of its words, or its time. */
const beginOf = ({ title, content, createdAt }: Post): string => {
  const begin = title ?? content.replaceAll(mentionToken, '…');
  return begin === '' ? fullTime(createdAt) : [...begin].slice(0, maxBeginLength).join('');
};

/** One moment, with its likes and comments. */
export const PostCard = memo(function PostCard(props: PostCardProps) {
  const { post, index = 0, level = 2, whole = false, onDeleted, photos } = props;
  const me = useUser();
  const mine = post.authorId === me.id;
  const [asked, setAsked] = useState(0);
  const [isNear, setNear] = useState(whole);
  const audienceId = useId();
  const name = displayName(post.author);
  return (
    <article
      className={whole ? 'post whole' : 'post'}
      aria-label={texts.by({ name, begins: beginOf(post) || null })}
      aria-describedby={audienceId}
      data-post={post.id}
    >
      <div className="px">
        <PostHead {...{ post, mine, level, audienceId }} onDeleted={() => onDeleted?.(post)} />
        {post.title === null || whole ? null : <h3 className="people mt-2.5">{post.title}</h3>}
        {post.question ? (
          <QuestionLine
            question={post.question}
            fallback={<p className="question">{post.question.words}</p>}
          />
        ) : null}
        <PostText post={post} whole={whole} />
        {post.voice ? (
          <VoicePlayer voice={post.voice} name={name} fallback={<div className="voice" />} />
        ) : null}
      </div>
      {photos ??
        (post.kind === 'album' ? (
          <AlbumSheet post={post} fallback={<div className="sheet n3" />} />
        ) : (
          <PhotoSheet post={post} first={index === 0} mine={mine} />
        ))}
      <div className="px">
        <div className="acts">
          <Likes post={post} variant={index} />
          <button
            type="button"
            className="act"
            aria-label={words.comments.open({ count: post.commentsCount })}
            onClick={() => setAsked(asked + 1)}
            onPointerEnter={Comments.preload}
            onFocus={Comments.preload}
          >
            <MessageCircle aria-hidden="true" />
            <span className="num">{words.number(post.commentsCount)}</span>
          </button>
        </div>
        {isNear || asked > 0 || post.commentsCount > 0 ? (
          <div className="cmts-at" ref={isNear ? null : (place) => watchNear(place, () => setNear(true))}>
            {isNear || asked > 0 ? (
              <Comments
                post={post}
                whole={whole}
                asked={asked}
                fallback={whole ? <Loading words={words.comments.loading} /> : null}
              />
            ) : null}
          </div>
        ) : null}
      </div>
    </article>
  );
});

interface PostHeadProps {
  post: Post;
  mine: boolean;
  level: 2 | 3;
  audienceId: string;
  onDeleted: () => void;
}

/** The post's author, time and audience. */
function PostHead({ post, mine, level, audienceId, onDeleted }: PostHeadProps) {
  const Heading = `h${level}` as const;
  const name = displayName(post.author);
  const profile = profilePath(post.author);
  return (
    <div className="post-h">
      <Link href={profile} className="avlink">
        <PersonAvatar person={post.author} />
        <VisuallyHidden>{texts.profileOf({ name })}</VisuallyHidden>
      </Link>
      <div className="grow">
        <Heading className="post-n">
          <Link className="who" href={profile}>
            {name}
          </Link>
        </Heading>
        <div className="meta">
          <Link href={`/post/${post.id}`} className="when">
            <TimeAgo iso={post.createdAt} />
          </Link>
          {post.editedAt || post.author.byLetter ? <PostMarks post={post} /> : null}
          <AudienceMark
            id={audienceId}
            circles={post.circles}
            none={mine ? texts.onlyYou : undefined}
            onPress={
              mine || post.circles.length > 0 ? () => showSharing({ kind: 'whoCanSee', post }) : undefined
            }
          />
        </div>
      </div>
      <MenuButton post={post} mine={mine} onDeleted={onDeleted} />
    </div>
  );
}

type MenuButtonProps = Pick<PostHeadProps, 'post' | 'mine' | 'onDeleted'>;

/** Opens the menu of a post, which is not part of the first screen. */
function MenuButton(props: MenuButtonProps) {
  const [wanted, setWanted] = useState(false);
  const preload = () => {
    PostMenu.preload();
    preloadMenu();
  };
  const idle = (
    <IconButton
      icon={Ellipsis}
      label={texts.options}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
      onPointerEnter={preload}
      onFocus={preload}
    />
  );
  return wanted ? <PostMenu {...props} fallback={idle} /> : idle;
}

// About twelve lines; folding less saves nothing.
const foldsFrom = { characters: 900, lines: 14 };

/** The post's text with its line breaks. Long texts are folded until the viewer opens them. */
function PostText({ post: { content, mentions }, whole }: { post: Post; whole: boolean }) {
  const [unfolded, setUnfolded] = useState(whole);
  if (content === '') return null;
  const long = content.length > foldsFrom.characters || content.split('\n').length > foldsFrom.lines;
  const folded = long && !unfolded;
  return (
    <>
      <p className={folded ? 'people written folded' : 'people written'}>
        {content.includes('@{') || content.includes('://') ? (
          <WrittenText
            content={content}
            mentions={mentions}
            fallback={content.replaceAll(mentionToken, '…')}
          />
        ) : (
          content
        )}
      </p>
      {folded ? (
        <button type="button" className="link read-on" onClick={() => setUnfolded(true)}>
          {texts.readOn}
        </button>
      ) : null}
    </>
  );
}
