import { useQuery } from '@tanstack/react-query';
import { Aperture, Plus, ShieldCheck } from 'lucide-react';
import { Link } from 'wouter';
import * as account from '../../../../contract/account.ts';
import { queryFor } from '../../../data/query.ts';
import { useUser } from '../../../app/session.tsx';
import { ButtonLink } from '../../../ui/form/links.tsx';
import { largeShare } from '../../../ui/layout/share-in-view.ts';
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx';
import { words } from '../../../words/words.ts';
import { displayName } from '../../../ui/people/person-name.ts';
import { PersonAvatar } from '../../../ui/people/person-avatar.tsx';

const texts = words.posts.you;

/** The member's card above the feed: two counts and the main button. */
export function ProfileCard() {
  const me = useUser();
  const { data } = useQuery(queryFor(account.stats, {}));
  return (
    <section className="you" aria-label={texts.label}>
      <div className="row g16">
        <Link href="/profile" className="avlink">
          <PersonAvatar person={me} size="lg" />
          <VisuallyHidden>{texts.profile}</VisuallyHidden>
        </Link>
        <div className="grow">
          <p className="you-n">{displayName(me)}</p>
          <p className="small mut stat">
            <Figure count={data?.memoriesShared} noun={texts.memories} />
            <Figure count={data?.connectionsMade} noun={texts.connections} />
          </p>
        </div>
      </div>
      <ButtonLink href="/create-post" size="lg" full icon={Plus} ref={largeShare}>
        {texts.share}
      </ButtonLink>
      <div className="you-l">
        <ButtonLink kind="ghost" href="/camera" icon={Aperture}>
          {texts.daily}
        </ButtonLink>
        <ButtonLink kind="ghost" href="/photos">
          {words.posts.feed.photos}
        </ButtonLink>
        {me.isAdmin ? (
          <ButtonLink kind="ghost" href="/admin/reports" icon={ShieldCheck}>
            {texts.administration}
          </ButtonLink>
        ) : null}
      </div>
    </section>
  );
}

/** Reserves its line while the number loads. */
function Figure({ count, noun }: { count: number | undefined; noun: (gaps: { count: number }) => string }) {
  return (
    <span>
      {count === undefined ? (
        <>&nbsp;</>
      ) : (
        <>
          <b>{words.number(count)}</b> {noun({ count })}
        </>
      )}
    </span>
  );
}
