import { CirclePlus } from 'lucide-react';
import { Link } from 'wouter';
import type { MemberInCircles } from '../../../contract/shapes.ts';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx';
import { words } from '../../words/words.ts';
import { handle, displayName, profilePath } from '../../ui/people/person-name.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { VerifiedBadge } from '../members/verified-badge.tsx';

const texts = words.contacts;

interface SearchResultsProps {
  term: string;
  found: readonly MemberInCircles[];
  onAdd: (person: MemberInCircles) => void;
}

/** Search results, each with the viewer's circles that the person is in, and a button to add them to others. */
export function SearchResults({ term, found, onAdd }: SearchResultsProps) {
  if (found.length === 0) {
    return (
      <EmptyState
        title={texts.search.none}
        text={
          <>
            {texts.search.noneText({ term })}. {texts.search.noneHint}
          </>
        }
      />
    );
  }
  return (
    <ul className="list res mt-1.5" tabIndex={0} aria-label={texts.search.results}>
      {found.map((person) => (
        <li key={person.id} className="row crow">
          <PersonAvatar person={person} />
          <span className="grow">
            <span className="row wrap gap-x-2! gap-y-0!">
              <Link
                href={profilePath(person)}
                className="b wrap-anywhere min-w-0 no-underline hover:underline"
              >
                {displayName(person)}
              </Link>
              <VerifiedBadge of={person} />
            </span>
            {person.username === null ? null : (
              <span className="small mut trunc block">{handle(person)}</span>
            )}
            {person.circles.length > 0 ? (
              <span className="small mut row g8">
                <AudienceMark circles={person.circles} />
              </span>
            ) : null}
          </span>
          <Button kind="quiet" size="sm" icon={CirclePlus} onClick={() => onAdd(person)}>
            {texts.add}
            <VisuallyHidden>
              {' '}
              {texts.addName({ name: displayName(person) }).slice(texts.add.length + 1)}
            </VisuallyHidden>
          </Button>
        </li>
      ))}
    </ul>
  );
}
