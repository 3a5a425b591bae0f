import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import type { Circle, Member } from '../../../contract/shapes.ts';
import { api, toastError } from '../../data/api.ts';
import { useIsShown } from '../../ui/hooks/use-is-shown.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { refreshPeople, showCircle } from './cache.ts';

const texts = words.circles.handOverDialog;

/** Gives a shared circle to one of its members. */
export default function HandOverDialog({ circle, onClose }: { circle: Circle; onClose: () => void }) {
  const client = useQueryClient();
  const others = circle.members.filter((member) => member.id !== circle.creatorId && !member.byLetter);
  const [userId, setUserId] = useState(others[0]?.id ?? '');
  // Nobody in the place of a member who leaves meanwhile.
  const chosen = others.find(({ id }) => id === userId);
  const isShown = useIsShown();
  const handOver = useMutation({
    mutationFn: (to: Member) => api(circles.handOver, { id: circle.id, userId: to.id }),
    onSuccess: (changed, to) => {
      toast({
        title: texts.done,
        text: texts.doneText({ member: displayName(to), circle: circle.name }),
      });
      showCircle(client, changed);
      refreshPeople(client);
      if (isShown.current) onClose();
    },
    onError: (error) => toastError(error, texts.failed, words.controls.pleaseTryAgain),
  });
  return (
    <Dialog open onClose={onClose} title={texts.title({ circle: circle.name })} description={texts.text}>
      <DialogBody>
        <Select
          label={texts.label}
          value={chosen?.id ?? ''}
          onChange={(event) => setUserId(event.currentTarget.value)}
          options={[
            ...(chosen ? [] : [{ value: '', label: words.settings.choose }]),
            ...others.map((member) => ({ value: member.id, label: displayName(member) })),
          ]}
        />
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        <Button
          disabled={!chosen}
          busy={handOver.isPending}
          busyText={texts.busy}
          onClick={() => chosen && handOver.mutate(chosen)}
        >
          {texts.submit}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
