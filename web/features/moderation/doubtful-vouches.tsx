import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import * as verification from '../../../contract/verification.ts';
import { errorText } from '../../data/api.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';
import { More } from './more.tsx';

const texts = words.moderation.doubtfulVouches;

/** Lists verified members for whom somebody vouched who has been banned since. Nothing is shown without any. */
export function DoubtfulVouches() {
  const list = useInfiniteQuery({
    ...infiniteQueryFor(verification.doubtfulVouches, (place) => place),
    staleTime: 0,
  });
  const vouches = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.error) return <p role="alert">{errorText(list.error)}</p>;
  if (vouches.length === 0) return null;
  return (
    <section aria-labelledby="doubtful-vouches" className="mb-5.5">
      <h2 id="doubtful-vouches" className="text-h3">
        {texts.title}
      </h2>
      <p className="mut mt-1.5">{texts.text}</p>
      <ul className="list mt-1.5">
        {vouches.map(({ user, vouchedBy }) => (
          <li key={user.id} className="row py-2">
            <PersonAvatar person={user} />
            <span className="grow min-w-0 wrap-anywhere">
              <Link href={profilePath(user)} className="b block">
                {displayName(user)}
              </Link>
              <span className="small mut">{texts.by({ name: displayName(vouchedBy) })}</span>
            </span>
          </li>
        ))}
      </ul>
      <More query={list} />
    </section>
  );
}
