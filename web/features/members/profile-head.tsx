import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Profile } from '../../../contract/members.ts';
import { useUser } from '../../app/session.tsx';
import { LinkedText } from './linked-text.tsx';
import { around, element } from '../../words/around.ts';
import { words } from '../../words/words.ts';
import { displayName, handle, profilePath } from '../../ui/people/person-name.ts';
import { ByLetter } from '../../ui/people/badge.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { VerifiedBadge } from './verified-badge.tsx';

const texts = words.profile;

/**
 * Shows picture, name, handle, number of posts and bio, as far as the viewer may see them. `menu` is beside the name.
 */
export function ProfileHead({ member, menu }: { member: Profile; menu?: ReactNode }) {
  return (
    <>
      <div className="prh">
        <PersonAvatar person={member} size="xl" />
        <div className="grow w-full min-w-0">
          <div className="row between items-start! g8">
            <h1>{displayName(member)}</h1>
            {menu}
          </div>
          <p className="mut handle empty:hidden">{handle(member)}</p>
          {member.postsCount === null ? null : (
            <p className="small mut mt-1.5">
              <b className="b text-ink">{words.number(member.postsCount)}</b>{' '}
              {texts.posts({ count: member.postsCount })}
            </p>
          )}
          <div className="mt-2 empty:hidden">
            <span className="row wrap g8 empty:hidden">
              <VerifiedBadge of={member} />
              <ByLetter of={member} />
            </span>
            {member.vouchedBy ? <Vouched by={member.vouchedBy} /> : null}
          </div>
        </div>
      </div>
      {member.bio ? (
        <p className="people prb mb-4">
          <LinkedText text={member.bio} />
        </p>
      ) : null}
    </>
  );
}

function Vouched({ by }: { by: NonNullable<Profile['vouchedBy']> }) {
  const isMe = by.id === useUser().id;
  const [before, after] = around(texts.vouchedBy({ name: isMe ? null : element }));
  return (
    <p className="small mut mt-1.5">
      {before}
      {isMe ? null : <Link href={profilePath(by)}>{displayName(by)}</Link>}
      {after}
    </p>
  );
}
