import type { MemberInCircles } from '../../../contract/shapes.ts';
import { words } from '../../words/words.ts';
import { SearchField } from '../members/search-field.tsx';

const texts = words.contacts.find;

interface ContactSearchProps {
  query: { hasNextPage: boolean };
  people: readonly MemberInCircles[] | undefined;
  typed: string;
  onType: (typed: string) => void;
}

/** Searches contacts by name, shown when there is more than one page of them. */
export function ContactSearch({ query, people, typed, onType }: ContactSearchProps) {
  if (typed === '' && !query.hasNextPage) return null;
  return (
    <div className="mb-2" role="search">
      <SearchField label={texts.label} value={typed} onChange={onType} />
      <p className="hint mt-1 empty:hidden" role="status">
        {typed !== '' && people?.length === 0 ? texts.none : null}
      </p>
    </div>
  );
}
