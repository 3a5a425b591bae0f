import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../../../../contract/errors/errors.ts';
import { limits } from '../../../../../contract/limits.ts';
import * as mentions from '../../../../../contract/mentions.ts';
import { infiniteQueryFor } from '../../../../data/query.ts';
import { MorePages } from '../../../../ui/feedback/loading.tsx';
import { Button } from '../../../../ui/form/button.tsx';
import { CheckboxRow } from '../../../../ui/form/text-field.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/overlay/dialog.tsx';
import { displayName } from '../../../../ui/people/person-name.ts';
import { words } from '../../../../words/words.ts';
import { SearchField } from '../../../members/search-field.tsx';
import { useDebounced } from '../../../members/search.ts';
import type { Named } from '../../../mentions/to-content.ts';
import { Waiting } from '../../../../data/waiting.tsx';

const texts = words.compose.leftOut;

/** The people besides the member in these circles, by name, and those of a typed name. */
export const usePeopleIn = (circleIds: readonly string[]) => {
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim());
  const query = useInfiniteQuery({
    ...infiniteQueryFor(mentions.inCircles, (place) => ({
      circleIds: JSON.stringify(circleIds.toSorted()),
      ...(q !== '' && { q }),
      ...place,
    })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { typed, setTyped, q, query };
};

/** Searches long lists of these people, and stands for the list until it has come. */
export function PeopleSearch({
  list: { typed, setTyped, q, query },
}: {
  list: ReturnType<typeof usePeopleIn>;
}) {
  const { isPending, error, data, hasNextPage } = query;
  return (
    <>
      {q !== '' || hasNextPage ? (
        <div className="mb-2" role="search">
          <SearchField label={texts.search} value={typed} onChange={setTyped} />
        </div>
      ) : null}
      <Waiting query={{ isPending, error, data }} loading={texts.loading} failed={texts.failed} />
    </>
  );
}

interface LeftOutDialogProps {
  circleIds: readonly string[];
  leftOut: readonly Named[];
  onChange: (leftOut: readonly Named[]) => void;
  onClose: () => void;
}

/** The members of the chosen circles by name, to choose who does not see the moment. */
export default function LeftOutDialog({ circleIds, leftOut, onChange, onClose }: LeftOutDialogProps) {
  const list = usePeopleIn(circleIds);
  const { q, query } = list;
  const people: readonly Named[] | undefined = query.data?.pages
    .flatMap((page) => page.items)
    .map((person) => ({ id: person.id, name: displayName(person) }));
  const chosen = new Set(leftOut.map(({ id }) => id));
  // Without a search, people who were chosen before stay in reach, even if they left the circles.
  const others =
    q === '' && !query.hasNextPage ? leftOut.filter(({ id }) => !people?.some((one) => one.id === id)) : [];
  const isFull = leftOut.length >= limits.hiddenFrom;
  const row = (person: Named) => (
    <CheckboxRow
      key={person.id}
      label={<span className="wrap-anywhere min-w-0 block">{person.name}</span>}
      checked={chosen.has(person.id)}
      disabled={isFull && !chosen.has(person.id)}
      onChange={(event) =>
        onChange(
          event.currentTarget.checked ? [...leftOut, person] : leftOut.filter(({ id }) => id !== person.id),
        )
      }
    />
  );
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.about}>
      <DialogBody>
        <PeopleSearch list={list} />
        <p className="hint empty:hidden" role="status">
          {people?.length === 0
            ? q === ''
              ? words.compose.audience.people({ count: 0, letters: 0, names: [], isFramed: false })
              : texts.none
            : null}
          {isFull ? messages.tooManyLeftOut : null}
        </p>
        <fieldset className="ticks" aria-label={texts.list}>
          {[...others, ...(people ?? [])].map(row)}
        </fieldset>
        <MorePages query={query} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{words.controls.done}</Button>
      </DialogFooter>
    </Dialog>
  );
}
