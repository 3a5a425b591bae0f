import { useQuery } from '@tanstack/react-query';
import { Camera, Plus } from 'lucide-react';
import { Link } from 'wouter';
import * as account from '../../../../contract/account.ts';
import { queryFor } from '../../../data/query.ts';
import { useUser } from '../../../app/session.tsx';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { largeShare } from '../../../ui/layout/share-in-view.ts';
import { words } from '../../../words/words.ts';
import { displayName } from '../../../ui/people/person-name.ts';
import { PersonAvatar } from '../../../ui/people/person-avatar.tsx';

const texts = words.posts.you;

/** The member above the feed: two counts and the main button. */
export function ProfileCard() {
  const me = useUser();
  const { data } = useQuery(queryFor(account.stats, {}));
  return (
    <div className="you">
      <div className="you-h">
        <Link href="/profile" className="avlink" aria-label={texts.profile}>
          <PersonAvatar person={me} />
        </Link>
        <h1 className="trunc">{displayName(me)}</h1>
        <p className="stat">
          <Figure href="/profile" count={data?.memoriesShared} noun={texts.memories} />
          <span aria-hidden="true"> · </span>
          <Figure href="/contacts" count={data?.connectionsMade} noun={texts.connections} />
        </p>
      </div>
      <div className="you-s">
        <ButtonLink href="/create-post" full icon={Plus} ref={largeShare}>
          {texts.share}
        </ButtonLink>
        <Link href="/camera" className="ib" aria-label={texts.camera}>
          <Camera aria-hidden="true" />
        </Link>
      </div>
    </div>
  );
}

interface FigureProps {
  href: string;
  count: number | undefined;
  noun: (gaps: { count: number }) => string;
}

/** Reserves its line while the number loads. */
function Figure({ href, count, noun }: FigureProps) {
  if (count === undefined) return <>&nbsp;</>;
  return (
    <Link href={href}>
      <b>{words.number(count)}</b> {noun({ count })}
    </Link>
  );
}
