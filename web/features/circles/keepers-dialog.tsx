import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { api, toastError } from '../../data/api.ts';
import { useIsShown } from '../../ui/hooks/use-is-shown.ts';
import { Button } from '../../ui/form/button.tsx';
import { CheckboxRow } from '../../ui/form/text-field.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';
import { SearchField, useFound } from '../members/search-field.tsx';
import { refreshPeople, showCircle } from './cache.ts';
import { sorted, textOf } from './members.ts';

const texts = words.circles.keepers;
const { find } = words.contacts;

/** From here on there is a search, which shows so many at most. */
const most = 50;

interface KeepersDialogProps {
  circle: circles.WholeCircle;
  onClose: () => void;
}

/** The members with an account, to name those who keep the circle with its owner. */
export default function KeepersDialog({ circle, onClose }: KeepersDialogProps) {
  const client = useQueryClient();
  const others = sorted(circle).filter(({ role, byLetter }) => role !== 'owner' && !byLetter);
  const [ticked, setChosen] = useState(() =>
    others.filter(({ role }) => role === 'keeper').map(({ id }) => id),
  );
  // Without members who have left meanwhile.
  const chosen = ticked.filter((id) => others.some((member) => member.id === id));
  const isShown = useIsShown();
  const save = useMutation({
    mutationFn: () => api(circles.nameKeepers, { id: circle.id, userIds: chosen }),
    onSuccess: (changed) => {
      showCircle(client, changed);
      // Keepers show their profile to those they added.
      refreshPeople(client);
      if (isShown.current) onClose();
    },
    onError: (error) => toastError(error, texts.failed),
  });
  const { typed, setTyped, found } = useFound(others, textOf);
  const isFull = chosen.length >= limits.circleKeepers;
  return (
    <Dialog open onClose={onClose} title={texts.title({ circle: circle.name })} description={texts.about}>
      <DialogBody>
        {others.length > most ? (
          <div className="mb-2" role="search">
            <SearchField label={find.label} value={typed} onChange={setTyped} />
          </div>
        ) : null}
        <p className="hint empty:hidden" role="status">
          {found.length === 0 ? find.none : null}
          {isFull ? messages.keepersTooMany : null}
        </p>
        <fieldset className="ticks" aria-label={words.circles.manage.membersTitle} disabled={save.isPending}>
          {found.slice(0, most).map((member) => (
            <CheckboxRow
              key={member.id}
              label={<span className="wrap-anywhere min-w-0 block">{displayName(member)}</span>}
              checked={chosen.includes(member.id)}
              disabled={isFull && !chosen.includes(member.id)}
              onChange={({ currentTarget }) =>
                setChosen(
                  currentTarget.checked ? [...chosen, member.id] : chosen.filter((id) => id !== member.id),
                )
              }
            />
          ))}
        </fieldset>
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        <Button busy={save.isPending} busyText={words.controls.saving} onClick={() => save.mutate()}>
          {words.controls.save}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
