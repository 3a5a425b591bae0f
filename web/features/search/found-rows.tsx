import { Images } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { FoundCircle, FoundMember, FoundPost, Marks } from '../../../contract/search.ts';
import { LinkRow } from '../../ui/layout/rows.tsx';
import { CircleDot } from '../../ui/people/badge.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { displayName, handle, profilePath } from '../../ui/people/person-name.ts';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { words } from '../../words/words.ts';
import { yearsOf } from '../albums/album-years.ts';
import { placeOf } from '../circles/place.ts';
import { SmallPhoto } from '../media/small-photo.tsx';
import './search.css';

const texts = words.search;

/** A text with the found letters marked. */
export function Marked({ text, marks }: { text: string; marks: Marks }) {
  const starts = [0, ...marks.map(([, end]) => end)];
  return starts.map((start, at) => {
    const mark = marks.at(at);
    return (
      <span key={start}>
        {text.slice(start, mark?.[0] ?? text.length)}
        {mark ? <mark>{text.slice(...mark)}</mark> : null}
      </span>
    );
  });
}

export function FoundPersonRow({ person }: { person: FoundMember }) {
  return (
    <LinkRow
      href={profilePath(person)}
      mark={<PersonAvatar person={person} />}
      title={<Marked text={displayName(person)} marks={person.marks} />}
      note={person.circles.map(({ name }) => name).join(', ') || handle(person)}
    />
  );
}

export function FoundCircleRow({ circle: { id, name, color, memberCount, marks } }: { circle: FoundCircle }) {
  return (
    <LinkRow
      href={placeOf(id)}
      mark={<CircleDot color={color} />}
      title={
        <span className="found-name">
          <Marked text={name} marks={marks} />
        </span>
      }
      note={words.circles.members({ count: memberCount })}
    />
  );
}

interface SharedRowProps {
  post: FoundPost;
  /** After the words. */
  about: readonly ReactNode[];
  children: ReactNode;
}

function SharedRow({ post: { id, images, circles, highlights }, about, children }: SharedRowProps) {
  const captions = highlights.filter(({ in: where }) => where === 'caption').map(({ text }) => text);
  const photo = images.find(({ alt }) => alt !== null && captions.includes(alt)) ?? images.at(0);
  const shared = circles.map(({ name }) => name).join(', ') || words.ui.sharedWithYou;
  return (
    <li>
      <Link href={`/post/${id}`} className="r found">
        {photo ? <SmallPhoto photo={photo} sizes="64px" /> : null}
        <span className="grow">
          {children}
          <span className="found-about">
            {[...about, shared].map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts keep their places
              <span key={at}>{part}</span>
            ))}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** The words of a moment, or of a photo, in which something was found. */
function Words({ post: { content, highlights } }: { post: FoundPost }) {
  const found = highlights.find(({ in: where }) => where !== 'title');
  return (
    <span className="people found-t">
      {found?.in === 'caption' ? <Images role="img" aria-label={texts.inCaption} /> : null}
      {found ? <Marked {...found} /> : content}
    </span>
  );
}

export function FoundMomentRow({ post }: { post: FoundPost }) {
  return (
    <SharedRow post={post} about={[displayName(post.author), <TimeAgo key="when" iso={post.createdAt} />]}>
      <Words post={post} />
    </SharedRow>
  );
}

export function FoundAlbumRow({ post }: { post: FoundPost }) {
  const title = post.highlights.find(({ in: where }) => where === 'title');
  const count = words.albums.count({ count: post.photosCount });
  return (
    <SharedRow post={post} about={[count, yearsOf(post)].filter((part) => part !== null)}>
      <b className="found-name">{title ? <Marked {...title} /> : post.title}</b>
      {title ? null : <Words post={post} />}
    </SharedRow>
  );
}
