import { useQuery } from '@tanstack/react-query';
import * as circles from '../../../contract/circles.ts';
import type { MemberInCircles } from '../../../contract/shapes.ts';
import { queryFor } from '../../data/query.ts';
import { DirectoryCard } from './directory-card.tsx';

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
