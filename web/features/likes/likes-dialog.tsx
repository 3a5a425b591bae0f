// Loads when the number of likes is pressed.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import * as likes from '../../../contract/likes.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { MorePages } from '../../ui/feedback/loading.tsx';
import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { ByLetter } from '../../ui/people/badge.tsx';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { words } from '../../words/words.ts';
import { Waiting } from '../../data/waiting.tsx';

const texts = words.likesDialog;

/** Lists the people whose likes of a moment the viewer may see, newest first. */
export default function LikesDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useInfiniteQuery({
    ...infiniteQueryFor(likes.list, (place) => ({ id, ...place })),
    staleTime: 0,
  });
  const { data, isPending, error } = query;
  const people = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Dialog open onClose={onClose} title={texts.title}>
      <DialogBody>
        <Waiting query={{ isPending, error, data }} loading={texts.loading} failed={texts.failed} />
        {data && people.length === 0 ? <p className="mut">{texts.nobody}</p> : null}
        {people.length > 0 ? (
          <ul className="list" aria-label={texts.list}>
            {people.map(({ likedAt, ...person }) => (
              <li key={person.id} className="row min-h-15 py-2">
                <PersonAvatar person={person} />
                <span className="row wrap gap-x-2! gap-y-0! grow">
                  <Link
                    href={profilePath(person)}
                    className="b wrap-anywhere min-w-0 no-underline hover:underline"
                    onClick={onClose}
                  >
                    {displayName(person)}
                  </Link>
                  <ByLetter of={person} />
                </span>
                <TimeAgo iso={likedAt} className="cap dim" />
              </li>
            ))}
          </ul>
        ) : null}
        <MorePages query={query} />
      </DialogBody>
    </Dialog>
  );
}
