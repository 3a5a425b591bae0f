import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import * as posts from '../../../../contract/posts.ts';
import type { Post } from '../../../../contract/shapes.ts';
import { errorText } from '../../../data/api.ts';
import { infiniteQueryFor } from '../../../data/query.ts';
import { Dialog, DialogBody } from '../../../ui/overlay/dialog.tsx';
import { MorePages } from '../../../ui/feedback/more-pages.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { date } from '../../../words/time.ts';
import { words } from '../../../words/words.ts';
import { listName, profilePath } from '../../../ui/people/person-name.ts';
import { PersonAvatar } from '../../../ui/people/person-avatar.tsx';
import { AudienceCircles } from './audience-circles.tsx';

const texts = words.postPages.audienceDialog;

/** Shows the author who can see a post, through which circles, since when, and lets them narrow it. */
export default function AudienceDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { id } = post;
  const query = useInfiniteQuery({
    ...infiniteQueryFor(posts.audience, (place) => ({ id, ...place })),
    staleTime: 0,
  });
  const { data, isPending, error } = query;
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={data ? texts.people(data.pages.at(-1)?.count ?? 0) : undefined}
    >
      <DialogBody>
        <AudienceCircles post={post} />
        {isPending ? <Loading words={texts.loading} /> : null}
        {error && !data ? <p role="alert">{errorText(error, texts.failed)}</p> : null}
        {data ? (
          <ul className="list" aria-label={texts.list}>
            {data.pages
              .flatMap((page) => page.items)
              .map(({ member, circles, since }) => (
                <li key={member.id} className="row min-h-15 py-2">
                  <PersonAvatar person={member} />
                  <span className="grow">
                    <Link href={profilePath(member)} className="b trunc block no-underline hover:underline">
                      {listName(member)}
                    </Link>
                    <span className="small mut block">
                      {texts.through(circles.map((circle) => circle.name))}, {texts.since(date(since))}
                    </span>
                  </span>
                </li>
              ))}
          </ul>
        ) : null}
        <MorePages query={query} />
      </DialogBody>
    </Dialog>
  );
}
