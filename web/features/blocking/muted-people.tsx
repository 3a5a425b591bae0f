import { useQuery } from '@tanstack/react-query';
import * as blocking from '../../../contract/blocking.ts';
import { queryFor } from '../../data/query.ts';
import { words } from '../../words/words.ts';
import { useSetMute } from './mute.ts';
import { PeopleSection } from './people-section.tsx';

const texts = words.blocking.mutedPeople;

/** Muted members, each with a button to unmute. */
export function MutedPeople({ level = 2 }: { level?: 2 | 3 }) {
  const list = useQuery(queryFor(blocking.listMuted, {}));
  const { mutate, isPending, variables } = useSetMute();
  return (
    <PeopleSection
      texts={texts}
      list={list}
      level={level}
      action={texts.lift}
      actionFor={texts.liftName}
      onAct={(person) => mutate({ person, muted: false })}
      busyId={isPending ? variables.person.id : undefined}
    />
  );
}
