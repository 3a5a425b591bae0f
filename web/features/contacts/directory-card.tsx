import { Link } from 'wouter';
import type { Member, MemberInCircles } from '../../../contract/shapes.ts';
import { month } from '../../words/dates.ts';
import { LinkedText } from '../members/linked-text.tsx';
import { words } from '../../words/words.ts';
import { MailLink } from '../members/mail-link.tsx';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { VerifiedBadge } from '../members/verified-badge.tsx';
import { AddToContactsButton } from './add-to-contacts-button.tsx';
import { useQuery } from '@tanstack/react-query';
import * as circles from '../../../contract/circles.ts';
import { queryFor } from '../../data/query.ts';

const texts = words.directory;

/** A member in the directory, with the details that the viewer may see. */
function DirectoryCard({ member, isContact }: { member: Member; isContact: boolean }) {
  return (
    <li className="card dc">
      <div className="row items-start!">
        <PersonAvatar person={member} size="lg" />
        <div className="grow pt-1">
          <div className="row wrap gap-x-2! gap-y-0.5!">
            <Link href={profilePath(member)} className="b who">
              {displayName(member)}
            </Link>
            <VerifiedBadge of={member} />
          </div>
        </div>
      </div>
      {member.bio ? (
        <p className="people dbio">
          <LinkedText text={member.bio} />
        </p>
      ) : null}
      <div className="dfoot">
        {member.createdAt === null || member.postsCount === null ? null : (
          <p className="cap dim mb-3">
            {texts.figures({
              posts: texts.posts({ count: member.postsCount }),
              joined: texts.joined({ month: month(member.createdAt) }),
            })}
          </p>
        )}
        <div className="row g8 items-start!">
          <AddToContactsButton className="grow" person={member} isContact={isContact} />
          <MailLink to={member} />
        </div>
      </div>
    </li>
  );
}

export function DirectoryCards({ members }: { members: readonly MemberInCircles[] }) {
  const own = useQuery(queryFor(circles.list, {})).data?.find((circle) => circle.isContacts);
  return (
    <ul className="dg">
      {members.map((member) => (
        <DirectoryCard
          key={member.id}
          member={member}
          isContact={member.circles.some((circle) => circle.id === own?.id)}
        />
      ))}
    </ul>
  );
}
