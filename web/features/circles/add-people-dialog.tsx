import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BookUser, EyeOff, Mail } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { api, errorText, toastError } from '../../data/api.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button, TextLink } from '../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { ActRow, LinkRow, Rows } from '../../ui/layout/rows.tsx';
import { MorePages, Loading } from '../../ui/feedback/loading.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { ContactSearch } from './contact-search.tsx';
import { useContacts } from './contacts-query.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { ByLetter } from '../../ui/people/badge.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { refreshPeople, showCircle } from './cache.ts';

type Added = Pick<Circle, 'kind' | 'name' | 'showsEarlierPosts' | 'isContacts'>;

/**
 * Says what people who are added to a circle will see, and whether they are notified. Shown beside each such button.
 */
const effectOf = ({ kind, name, showsEarlierPosts, isContacts }: Added): string => {
  const { shared, contacts, private: ownList } = words.circles.effect;
  if (kind === 'shared') return shared({ name, earlier: showsEarlierPosts });
  return isContacts ? contacts({ earlier: showsEarlierPosts }) : ownList({ earlier: showsEarlierPosts });
};

const texts = words.circles.addDialog;

interface AddPeopleDialogProps {
  circle: Circle;
  /** Rows for people who are not here yet, beside the link by e-mail. */
  newcomers: ReactNode;
  onClose: () => void;
}

/** All ways to add people to a circle, and what they will see. */
export default function AddPeopleDialog({ circle, newcomers, onClose }: AddPeopleDialogProps) {
  const [fromContacts, setFromContacts] = useState(false);
  const invite = `/send-invitations?circleId=${circle.id}`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.circles.place.addTo({ circle: circle.name })}
      description={effectOf(circle)}
    >
      {fromContacts ? (
        <>
          <DialogBody>
            <h3 className="lab mb-1.5">{texts.contacts}</h3>
            <Candidates circle={circle} />
            <div className="mt-4">
              <Alert icon={EyeOff}>
                {texts.privacy}{' '}
                <TextLink href={invite} inline>
                  {texts.invite}
                </TextLink>
              </Alert>
            </div>
          </DialogBody>
          <DialogFooter>
            <Button kind="quiet" onClick={() => setFromContacts(false)}>
              {words.controls.back}
            </Button>
          </DialogFooter>
        </>
      ) : (
        <DialogBody>
          <Rows>
            <ActRow
              icon={BookUser}
              title={words.circles.manage.addFromContacts}
              note={texts.contactsNote}
              opens
              onPress={() => setFromContacts(true)}
            />
            {newcomers}
            <LinkRow icon={Mail} href={invite} title={texts.link} note={texts.linkNote} />
          </Rows>
        </DialogBody>
      )}
    </Dialog>
  );
}

function Candidates({ circle }: { circle: Circle }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const { query, people } = useContacts(typed);
  const add = useMutation({
    mutationFn: (userId: string) => api(circles.addMember, { id: circle.id, userId }),
    onSuccess: (changed, userId) => {
      const added = people?.find((person) => person.id === userId);
      if (added)
        toast({
          title: texts.done,
          text: texts.doneText({ member: displayName(added), circle: circle.name }),
        });
      showCircle(client, changed);
      refreshPeople(client);
    },
    onError: (failure) => toastError(failure, texts.addFailed, words.controls.pleaseTryAgain),
  });
  if (query.isPending) return <Loading words={texts.loading} />;
  if (!people) return <p role="alert">{errorText(query.error, texts.failed)}</p>;
  if (people.length === 0 && typed === '') return <p className="mut mt-1">{texts.nobody}</p>;
  const inside = new Set(circle.members.map((member) => member.id));
  return (
    <>
      <ContactSearch {...{ query, people, typed }} onType={setTyped} />
      <ul className="list">
        {people.map((person) => (
          <li key={person.id} className="row min-h-15 py-2">
            <PersonAvatar person={person} />
            <span className="row wrap gap-x-2! gap-y-0! grow">
              <span className="wrap-anywhere min-w-0 b">{displayName(person)}</span>
              <ByLetter of={person} />
            </span>
            {inside.has(person.id) || person.byLetter ? (
              <span className="small mut">
                {inside.has(person.id) ? texts.already : words.mailbox.onlyAsked}
              </span>
            ) : (
              <Button
                kind="quiet"
                size="sm"
                aria-label={texts.addName({ member: displayName(person), circle: circle.name })}
                busy={add.isPending && add.variables === person.id}
                busyText={words.controls.adding}
                onClick={() => add.mutate(person.id)}
              >
                {texts.add}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <MorePages query={query} />
    </>
  );
}
