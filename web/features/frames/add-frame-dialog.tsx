import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import { limits } from '../../../contract/limits.ts';
import * as frames from '../../../contract/frames.ts';
import { UnreachableNote } from '../../app/unreachable-note.tsx';
import { ApiError, api, errorText } from '../../data/api.ts';
import { queryFor, queryKey } from '../../data/query.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { ProofFields, useProof } from '../account/proof.tsx';
import { hourText } from '../delivery/intro.tsx';

const texts = words.frames;

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));
const never = { value: '', label: texts.never };

const isAboutCode = (error: unknown): boolean =>
  error instanceof ApiError && error.issues.some(({ path }) => path === 'code');

/** Asks for the code that a frame shows, for the circle and for a proof. */
export default function AddFrameDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { data: known, error: loadError } = useQuery(queryFor(circles.list, {}));
  const [code, setCode] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [from, setFrom] = useState('22');
  const [to, setTo] = useState('7');
  const circle =
    known?.find(({ id }) => id === chosen) ?? known?.find(({ kind }) => kind === 'shared') ?? known?.[0];
  const proof = useProof(async (given) => {
    if (!circle) return;
    const night = from === '' ? null : { from: Number(from), to: Number(to) };
    await api(frames.create, { circleId: circle.id, code, night, ...given });
    toast({ title: texts.added, text: texts.addedText({ circle: circle.name }) });
    await client.invalidateQueries({ queryKey: queryKey(frames.list, {}) });
    onClose();
  });
  const isCode = code.replaceAll(/[\s-]/g, '').length === limits.frameCode;
  const isReady = circle !== undefined && isCode && proof.password !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) proof.start('password');
  };
  return (
    <FormDialog
      title={texts.add}
      description={texts.addText({ address: `${location.origin}/frame` })}
      onClose={onClose}
      onSubmit={submit}
      submit={{
        disabled: !isReady,
        busy: proof.pending === 'password',
        busyText: texts.busy,
        children: texts.submit,
      }}
    >
      <UnreachableNote />
      {known ? null : loadError ? (
        <p role="alert">{errorText(loadError)}</p>
      ) : (
        <Loading words={words.circles.loading} />
      )}
      {known && !circle ? <p>{texts.noCircles}</p> : null}
      {known && circle ? (
        <>
          <TextField
            label={texts.code}
            hint={texts.codeHint}
            invalid={isAboutCode(proof.error)}
            value={code}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
          />
          <Select
            label={texts.circle}
            hint={circle.kind === 'shared' ? texts.circleHint : texts.privateHint}
            options={known.map(({ id, name }) => ({ value: id, label: name }))}
            value={circle.id}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          <div className="two">
            <Select
              label={texts.darkFrom}
              options={[never, ...hours]}
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            {from === '' ? null : (
              <Select
                label={texts.darkTo}
                options={hours}
                value={to}
                onChange={(event) => setTo(event.currentTarget.value)}
              />
            )}
          </div>
          <ProofFields proof={proof} failed={texts.failed} />
        </>
      ) : null}
    </FormDialog>
  );
}
