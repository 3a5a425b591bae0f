import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { api, toastError } from '../../data/api.ts';
import { go } from '../../app/navigation.ts';
import { useIsShown } from '../../ui/hooks/use-is-shown.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { dropCircle } from './cache.ts';

const texts = words.circles.deleteDialog;

/** Deletes a circle after its exact name was typed. */
export default function DeleteCircleDialog({ circle, onClose }: { circle: Circle; onClose: () => void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const matches = typed === circle.name;
  const isShown = useIsShown();
  const remove = useMutation({
    mutationFn: () => api(circles.remove, { id: circle.id }),
    onSuccess: () => {
      toast({ title: texts.done });
      if (isShown.current) go('/circles', { replace: true });
      dropCircle(client, circle.id);
    },
    onError: (error) => toastError(error, texts.failed, words.controls.pleaseTryAgain),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (matches) remove.mutate();
  };
  // A disabled submit button also keeps the Enter key from submitting.
  const enter = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && !matches)
      toast({ title: texts.mismatch, text: texts.mismatchText, tone: 'destructive' });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title({ name: circle.name })}
      description={texts.text({ count: circle.memberCount - 1 })}
    >
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <TextField
            label={texts.label}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={enter}
            hint={
              <>
                {texts.exactly} <b className="b text-ink">{circle.name}</b>
              </>
            }
          />
        </DialogBody>
        <DialogFooter onCancel={onClose}>
          <Button
            type="submit"
            kind="danger"
            disabled={!matches}
            busy={remove.isPending}
            busyText={words.controls.deleting}
          >
            {texts.submit}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
