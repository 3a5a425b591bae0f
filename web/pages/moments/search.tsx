import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import { limits } from '../../../contract/limits.ts';
import { useTitle } from '../../app/page-title.ts';
import { queryFor } from '../../data/query.ts';
import { SearchField } from '../../features/members/search-field.tsx';
import { useDebounced } from '../../features/members/search.ts';
import { isSearchable, useSearchChoice } from '../../features/search/query.ts';
import { SearchResults } from '../../features/search/search-results.tsx';
import { Select } from '../../ui/form/select.tsx';
import { words } from '../../words/words.ts';

const texts = words.search;

/** The number of years to choose from. */
const yearsShown = 15;

const years = (): string[] => {
  const now = new Date().getFullYear();
  return Array.from({ length: yearsShown }, (_, back) => String(now - back));
};

/** Finds moments by their words. The search stands in the address, so that Back leads to it. */
export default function SearchPage() {
  const [choice, choose] = useSearchChoice();
  const [typed, setTyped] = useState(choice.q);
  const settled = useDebounced(typed).trim();
  const own = useQuery(queryFor(circles.list, {}));
  const box = useRef<HTMLDivElement>(null);
  useTitle(texts.title);
  useEffect(() => {
    if (settled !== choice.q) choose({ q: settled });
  });
  useEffect(() => box.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  return (
    <main id="main">
      <div className="page">
        <div className="search-page">
          <h1>{texts.title}</h1>
          <p className="mut mb-3.5">{texts.intro}</p>
          <div className="search-head" role="search" ref={box}>
            <SearchField
              label={texts.title}
              placeholder={texts.placeholder}
              value={typed}
              onChange={(value) => setTyped(value.slice(0, limits.searchText))}
            />
            <Select
              label={texts.circle}
              value={choice.circleId ?? ''}
              onChange={({ currentTarget }) => choose({ circleId: currentTarget.value || null })}
              options={[
                { value: '', label: texts.allCircles },
                ...(own.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <Select
              label={texts.year}
              value={choice.year ?? ''}
              onChange={({ currentTarget }) => choose({ year: currentTarget.value || null })}
              options={[
                { value: '', label: texts.allYears },
                ...years().map((year) => ({ value: year, label: year })),
              ]}
            />
          </div>
          {isSearchable(choice.q) ? <SearchResults choice={choice} /> : <p className="mut">{texts.hint}</p>}
        </div>
      </div>
    </main>
  );
}
