import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import * as circles from '../../../contract/circles.ts';
import * as contacts from '../../../contract/contacts.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { api, wordsOf } from '../../api.ts';
import { reads } from '../../query.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { words } from '../../words/words.ts';
import { listName } from '../members/names.ts';
import { PersonAvatar } from '../members/person-avatar.tsx';
import { refreshPeople, showCircle } from './cache.ts';
import { effectOf } from './effect.ts';

const texts = words.circles.addDialog;

/** Adds people whom the owner knows here already, and says where everyone else is invited. */
export default function AddMembersDialog({ circle, onClose }: { circle: Circle; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={texts.title(circle.name)} description={effectOf(circle)}>
      <DialogBody>
        <h3 className="lab">{texts.contacts}</h3>
        <Candidates circle={circle} />
        <div className="mt-4">
          <Alert icon={EyeOff}>
            {texts.privacy}{' '}
            <TextLink href="/invite" inline>
              {texts.invite}
            </TextLink>
          </Alert>
        </div>
      </DialogBody>
    </Dialog>
  );
}

function Candidates({ circle }: { circle: Circle }) {
  const client = useQueryClient();
  const { data, isPending, error } = useQuery(reads(contacts.list, {}));
  const add = useMutation({
    mutationFn: (userId: string) => api(circles.addMember, { id: circle.id, userId }),
    onSuccess: (changed, userId) => {
      const added = data?.find((person) => person.id === userId);
      if (added) toast({ title: texts.done, text: texts.doneText(listName(added), circle.name) });
      showCircle(client, changed);
      refreshPeople(client);
    },
    onError: (failure) =>
      toast({ title: texts.addFailed, text: wordsOf(failure, texts.addFailedText), tone: 'destructive' }),
  });
  if (isPending) return <Spinner words={texts.loading} />;
  if (error) return <p role="alert">{wordsOf(error, texts.failed)}</p>;
  const inside = new Set(circle.members.map((member) => member.id));
  const candidates = data.filter((person) => !inside.has(person.id));
  if (candidates.length === 0) {
    return <p className="mut mt-1">{data.length === 0 ? texts.nobody : texts.none}</p>;
  }
  return (
    <ul className="list">
      {candidates.map((person) => (
        <li key={person.id} className="row min-h-15 py-2">
          <PersonAvatar person={person} />
          <span className="grow trunc b">{listName(person)}</span>
          <Button
            kind="quiet"
            size="sm"
            aria-label={texts.addName(listName(person), circle.name)}
            busy={add.isPending && add.variables === person.id}
            busyText={texts.busy}
            onClick={() => add.mutate(person.id)}
          >
            {texts.add}
          </Button>
        </li>
      ))}
    </ul>
  );
}
