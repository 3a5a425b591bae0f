import { Link } from 'wouter';
import type { Post } from '../../../../contract/shapes.ts';
import { AudienceMark } from '../../../ui/people/audience-mark.tsx';
import { TimeAgo } from '../../../ui/text/time-ago.tsx';
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx';
import { words } from '../../../words/words.ts';
import { displayName, profilePath } from '../../../ui/people/person-name.ts';
import { PersonAvatar } from '../../../ui/people/person-avatar.tsx';
import { OwnPostMenu, PostMenu } from './post-menu.tsx';

const texts = words.posts.card;

interface PostHeadProps {
  post: Post;
  mine: boolean;
  level: 2 | 3;
  onDeleted: () => void;
}

/** The post's author, time and audience. */
export function PostHead({ post, mine, level, onDeleted }: PostHeadProps) {
  const Heading = `h${level}` as const;
  const name = displayName(post.author);
  const profile = profilePath(post.author);
  return (
    <div className="post-h">
      <Link href={profile} className="avlink">
        <PersonAvatar person={post.author} />
        <VisuallyHidden>{texts.profileOf(name)}</VisuallyHidden>
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
          <AudienceMark circles={post.circles} none={mine ? texts.onlyYou : undefined} />
        </div>
      </div>
      {mine ? <OwnPostMenu post={post} onDeleted={onDeleted} /> : <PostMenu post={post} />}
    </div>
  );
}
