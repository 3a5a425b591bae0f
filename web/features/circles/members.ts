import type { CircleMember, WholeCircle } from '../../../contract/circles.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';

/** The caller owns the circle or keeps it: they add, invite and remove, and change how it looks. */
export const runs = ({ isOwner, isKeeper }: Pick<Circle, 'isOwner' | 'isKeeper'>): boolean =>
  isOwner || isKeeper;

/** The member has not said what everyone in the circle may see of them, and others are there. */
export const asksForFace = ({ face, memberCount }: Pick<Circle, 'face' | 'memberCount'>): boolean =>
  face === 'unanswered' && memberCount > 1;

const collator = new Intl.Collator(words.locale);

const roles = ['owner', 'keeper', 'member'] as const;

/** The owner, the keepers, then everybody by name. */
export const sorted = ({ members }: WholeCircle): CircleMember[] =>
  members.toSorted(
    (a, b) =>
      roles.indexOf(a.role) - roles.indexOf(b.role) || collator.compare(displayName(a), displayName(b)),
  );

/** The letters by which a member is found. */
export const textOf = (member: CircleMember): string => `${displayName(member)} ${member.email ?? ''}`;
