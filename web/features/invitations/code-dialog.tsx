import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import * as invitations from '../../../contract/invitations.ts';
import { limits } from '../../../contract/limits.ts';
import { api, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { words } from '../../words/words.ts';
import { useMayVouch } from '../members/may-vouch.ts';
import { ShownCode, VouchBox } from './shown-code.tsx';
import { openInvitationsKey } from './withdraw.ts';

const texts = words.invitations.code;

interface CodeDialogProps {
  /** The circle that the code leads to; without it, to Circle. */
  circleId?: string | undefined;
  onClose: () => void;
}

/** Makes a code and shows it as QR code and link, until somebody has used it. */
export default function CodeDialog({ circleId, onClose }: CodeDialogProps) {
  const client = useQueryClient();
  const mayVouch = useMayVouch();
  const [whom, setWhom] = useState('');
  const [knows, setKnows] = useState(true);
  const form = useId();
  const isNamed = whom.trim() !== '';
  const make = useMutation({
    mutationFn: () =>
      api(invitations.makeCode, {
        ...(circleId !== undefined && { circleId }),
        ...(isNamed && { for: whom }),
        ...(mayVouch && { verifies: isNamed && knows }),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: openInvitationsKey }),
  });
  const isAsked = make.isIdle;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    make.mutate();
  };
  // The notification that somebody joined makes this list refetch.
  const { data: open, isStale } = useQuery(queryFor(invitations.mine, {}));
  const { data: own } = useQuery({ ...queryFor(circles.list, {}), enabled: circleId !== undefined });
  const circle = own?.find(({ id }) => id === circleId)?.name;
  const made = make.data;
  // A list from before the code does not have it either.
  const isUsed = made !== undefined && !isStale && open?.every(({ id }) => id !== made.id) === true;
  const askAgain = () => {
    // After an error, what was typed stays.
    if (isUsed) {
      setWhom('');
      setKnows(true);
    }
    make.reset();
  };
  return (
    <Dialog
      open
      isRead
      onClose={onClose}
      title={circle === undefined ? texts.title : texts.titleFor({ circle })}
      description={isUsed ? undefined : isAsked ? texts.before : texts.scan}
    >
      <DialogBody>
        {isUsed ? (
          <Alert tone="ok" role="status">
            {texts.used}
          </Alert>
        ) : made ? (
          <ShownCode {...made} />
        ) : isAsked ? (
          <form id={form} className="stack g16" onSubmit={submit}>
            <TextField
              label={texts.whom}
              hint={texts.whomHint}
              value={whom}
              maxLength={limits.invitedName}
              onChange={(event) => setWhom(event.currentTarget.value)}
            />
            {mayVouch && isNamed ? <VouchBox checked={knows} onChange={setKnows} /> : null}
          </form>
        ) : make.error ? (
          <Alert tone="bad" role="alert">
            {errorText(make.error)}
          </Alert>
        ) : (
          <Loading words={texts.busy} />
        )}
      </DialogBody>
      <DialogFooter>
        {isAsked ? (
          <Button type="submit" form={form}>
            {texts.make}
          </Button>
        ) : null}
        {isUsed || make.error ? <Button onClick={askAgain}>{texts.again}</Button> : null}
        <Button kind="quiet" onClick={onClose}>
          {words.ui.close}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
