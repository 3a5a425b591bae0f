// Loads when a member presses the sentence that counts who will see something.
import { Button } from '../../../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/overlay/dialog.tsx';
import { displayName } from '../../../../ui/people/person-name.ts';
import { words } from '../../../../words/words.ts';
import { MorePages } from '../../../../ui/feedback/loading.tsx';
import { ByLetter } from '../../../../ui/people/badge.tsx';
import { PersonAvatar } from '../../../../ui/people/person-avatar.tsx';
import type { Audience } from './audience-line.tsx';
import { PeopleSearch, usePeopleIn } from './left-out-dialog.tsx';

const texts = words.compose.leftOut;

interface AudienceNamesProps {
  audience: Audience;
  /** The sentence that was pressed. */
  said: string;
  onClose: () => void;
}

/** The names of the people in the chosen circles; beside those who are left out, that they are. */
export default function AudienceNames({ audience, said, onClose }: AudienceNamesProps) {
  const list = usePeopleIn(audience.circleIds);
  const { query } = list;
  const people = query.data?.pages.flatMap((page) => page.items);
  const out = new Set(audience.leftOut.map(({ id }) => id));
  return (
    <Dialog open isRead onClose={onClose} title={words.compose.audience.title} description={said}>
      <DialogBody>
        <PeopleSearch list={list} />
        <p className="hint empty:hidden" role="status">
          {people?.length === 0 ? texts.none : null}
        </p>
        <ul className="list" aria-label={texts.list}>
          {people?.map((person) => {
            const isOut = out.has(person.id) || (audience.withoutLetters && person.byLetter);
            const name = displayName(person);
            return (
              <li key={person.id} className="row min-h-15 py-2">
                <PersonAvatar person={person} />
                <span className="grow">
                  <span className="row g8">
                    <b className="b wrap-anywhere min-w-0">{name}</b>
                    <ByLetter of={person} />
                  </span>
                  {isOut ? (
                    <span className="small mut block">{texts.said({ names: [name], count: 1 })}</span>
                  ) : null}
                </span>
              </li>
            );
          })}
        </ul>
        <MorePages query={query} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{words.controls.done}</Button>
      </DialogFooter>
    </Dialog>
  );
}
