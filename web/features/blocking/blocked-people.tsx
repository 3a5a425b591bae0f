import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as blocking from '../../../contract/blocking.ts';
import type { Person } from '../../../contract/shapes.ts';
import { queryFor } from '../../data/query.ts';
import { words } from '../../words/words.ts';
import { PeopleSection } from './people-section.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.blocking;

const BlockDialog = lazyComponent(() => import('./block-dialog.tsx'));

/** Blocked members, each with a button to unblock. */
export function BlockedPeople({ level = 2 }: { level?: 2 | 3 }) {
  const list = useQuery(queryFor(blocking.list, {}));
  const [asked, setAsked] = useState<Person | null>(null);
  return (
    <>
      <PeopleSection
        texts={texts.blockedPeople}
        list={list}
        level={level}
        action={texts.unblock}
        actionFor={texts.unblockName}
        onAct={setAsked}
      />
      {asked ? <BlockDialog person={asked} act="unblock" onClose={() => setAsked(null)} /> : null}
    </>
  );
}
