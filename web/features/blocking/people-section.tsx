import { useId, useState } from 'react';
import type { Person } from '../../../contract/shapes.ts';
import { Button } from '../../ui/form/button.tsx';
import { ListItem } from '../../ui/layout/list-item.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { words } from '../../words/words.ts';
import { Waiting } from '../../data/waiting.tsx';

/** People that the list has more of with each press. */
const pageSize = 50;

interface PeopleSectionProps {
  texts: { title: string; text: string; empty: string; loading: string; failed: string };
  list: { data: Person[] | undefined; isPending: boolean; error: unknown };
  level?: 2 | 3;
  /** The button for each person. */
  action: string;
  actionFor: (gaps: { name: string }) => string;
  onAct: (person: Person) => void;
  /** The member whose button was pressed last, while the request runs. */
  busyId?: string | undefined;
}

/** A titled list of people, each with one button. */
export function PeopleSection(props: PeopleSectionProps) {
  const { texts, list, level = 2, action, actionFor, onAct, busyId } = props;
  const id = useId();
  const [pages, setPages] = useState(1);
  const people = list.data ?? [];
  const shown = people.slice(0, pages * pageSize);
  const Heading = `h${level}` as const;
  return (
    <section className={level === 3 ? 'card' : 'card pad'} aria-labelledby={id}>
      <Heading className={level === 3 ? 'text-h3' : undefined} id={id}>
        {texts.title}
      </Heading>
      <p className="small mut mt-1">{texts.text}</p>
      <div className="mt-3">
        <Waiting query={list} loading={texts.loading} failed={texts.failed} />
        {list.data?.length === 0 ? <p className="mut">{texts.empty}</p> : null}
        {shown.length > 0 ? (
          <ul className="list">
            {shown.map((person) => (
              <ListItem key={person.id} className="row min-h-15 py-2">
                <PersonAvatar person={person} />
                <span className="grow wrap-anywhere min-w-0 b">{displayName(person)}</span>
                <Button
                  kind="quiet"
                  size="sm"
                  aria-label={actionFor({ name: displayName(person) })}
                  busy={busyId === person.id}
                  onClick={() => onAct(person)}
                >
                  {action}
                </Button>
              </ListItem>
            ))}
          </ul>
        ) : null}
        {shown.length < people.length ? (
          <Button kind="quiet" className="my-3" onClick={() => setPages(pages + 1)}>
            {words.circles.place.more({ count: Math.min(pageSize, people.length - shown.length) })}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
