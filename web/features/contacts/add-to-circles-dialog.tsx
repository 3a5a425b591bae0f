import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import * as contacts from '../../../contract/contacts.ts';
import type { Circle, Person } from '../../../contract/shapes.ts';
import { api, errorText, toastError } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Button, TextLink } from '../../ui/form/button.tsx';
import { CheckboxRow } from '../../ui/form/text-field.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { refreshPeople, showAdded } from '../circles/cache.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import './contacts.css';

const texts = words.contacts.addDialog;

/** Says what the person will see in each circle. */
const noteOf = (circle: Circle): string => {
  const { sees } = texts;
  const shared = circle.showsEarlierPosts ? sees.sharedEarlier : sees.sharedFromNow;
  const { toldOfContacts, privateEarlier, privateFromNow } = sees;
  const own = circle.isContacts ? toldOfContacts : circle.showsEarlierPosts ? privateEarlier : privateFromNow;
  return texts.note({
    members: words.circles.members({ count: circle.memberCount }),
    sees: circle.kind === 'shared' ? shared : own,
  });
};

interface AddToCirclesDialogProps {
  person: Person;
  onClose: () => void;
}

/** Adds a person to several circles. Circles that they are in already are ticked and disabled. */
export default function AddToCirclesDialog({ person, onClose }: AddToCirclesDialogProps) {
  const client = useQueryClient();
  const list = useQuery(queryFor(circles.list, {}));
  const there = useQuery({ ...queryFor(contacts.circlesOf, { id: person.id }), staleTime: 0 });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const name = displayName(person);
  const called = person.firstName || name;
  const own = (list.data ?? []).filter((circle) => circle.isOwner);
  const isIn = (id: string) => there.data?.some((circle) => circle.id === id) === true;
  const added = own.filter((circle) => chosen.includes(circle.id) && !isIn(circle.id));
  const add = useMutation({
    mutationFn: async (wanted: readonly Circle[]) => {
      for (const circle of wanted) await api(circles.addMember, { id: circle.id, userId: person.id });
    },
    onSuccess: (_, wanted) => {
      showAdded(client, person.id, wanted);
      toast({
        title: texts.done,
        text: texts.doneText({ name, circles: wanted.map((circle) => circle.name).join(', ') }),
      });
    },
    onError: (error) => {
      toastError(error, texts.addFailed);
      // Some of the additions may have succeeded, so refetch in any case.
      void there.refetch();
    },
    onSettled: () => {
      refreshPeople(client);
      void client.invalidateQueries({ queryKey: ['/api', 'users', person.id] });
    },
  });
  const failure = list.error ?? there.error;
  const isLoading = list.isPending || there.isPending;
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title({ name: called })}
      description={texts.text({ name: called })}
    >
      <DialogBody>
        <div className="row mb-2">
          <PersonAvatar person={person} />
          <span className="grow">
            <b className="b wrap-anywhere min-w-0 block">{name}</b>
          </span>
        </div>
        {isLoading && !failure ? <Loading words={words.controls.circlesLoading} /> : null}
        {failure ? <p role="alert">{errorText(failure, words.controls.circlesFailed)}</p> : null}
        {!isLoading && !failure && own.length === 0 ? (
          <p>
            {texts.none}{' '}
            <TextLink href="/circles" inline>
              {texts.toCircles}
            </TextLink>
          </p>
        ) : null}
        {!isLoading && !failure && own.length > 0 ? (
          <fieldset className="res" tabIndex={0} disabled={add.isPending}>
            <legend className="vh">{texts.circles}</legend>
            {own.map((circle) => (
              <div key={circle.id} className="ckc">
                <CheckboxRow
                  label={<span className="cname">{circle.name}</span>}
                  note={isIn(circle.id) ? texts.already : noteOf(circle)}
                  color={circle.color}
                  disabled={isIn(circle.id)}
                  checked={isIn(circle.id) || chosen.includes(circle.id)}
                  onChange={(event) =>
                    setChosen(
                      event.currentTarget.checked
                        ? [...chosen, circle.id]
                        : chosen.filter((id) => id !== circle.id),
                    )
                  }
                />
              </div>
            ))}
          </fieldset>
        ) : null}
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        <Button
          disabled={added.length === 0}
          busy={add.isPending}
          busyText={words.controls.adding}
          onClick={() => add.mutate(added, { onSuccess: onClose })}
        >
          {added.length === 0 ? texts.choose : texts.submit({ count: added.length })}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
