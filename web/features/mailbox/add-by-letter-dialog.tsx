import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import * as circles from '../../../contract/circles.ts';
import { messages } from '../../../contract/errors/errors.ts';
import * as mailbox from '../../../contract/mailbox.ts';
import type { Circle } from '../../../contract/shapes.ts';
import * as site from '../../../contract/site.ts';
import { useSendsNoMail } from '../../app/config.ts';
import { api, errorText, toastError } from '../../data/api.ts';
import { showFieldIssues, schemaResolver } from '../../data/schema-resolver.ts';
import { useIdempotencyKeys } from '../../data/idempotency-key.ts';
import { queryFor, queryKey } from '../../data/query.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CheckboxRow, TextField } from '../../ui/form/text-field.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { DialogForm } from '../../ui/overlay/form-dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { showCircle } from '../circles/cache.ts';
import { useMayVouch } from '../members/may-vouch.ts';

const texts = words.mailbox.add;
const { effect } = words.invitations;

interface AddByLetterProps {
  circle: Circle;
  onClose: () => void;
}

/** Asks somebody who only has e-mail, or explains what has to be set before. */
export default function AddByLetterDialog({ circle, onClose }: AddByLetterProps) {
  return (
    <Dialog open onClose={onClose} title={texts.title({ circle: circle.name })} description={texts.text}>
      <Step circle={circle} onClose={onClose} />
    </Dialog>
  );
}

function Step(props: AddByLetterProps) {
  const { data: config, error } = useQuery(queryFor(site.config, {}));
  if (config?.mailboxMembers && props.circle.lettersCarry === 'content') return <AskForm {...props} />;
  if (config?.mailboxMembers) return <CarryContent {...props} />;
  return (
    <>
      <DialogBody>
        {config ? (
          <Alert tone="warn">
            <b>{texts.off}.</b> {texts.offText}
          </Alert>
        ) : error ? (
          <p role="alert">{errorText(error)}</p>
        ) : (
          <Loading words={words.circles.manage.loading} />
        )}
      </DialogBody>
      <DialogFooter>
        <Button kind="quiet" onClick={props.onClose}>
          {words.ui.close}
        </Button>
      </DialogFooter>
    </>
  );
}

/** Offers to have the circle's letters carry words and photos, which mailbox members need. */
function CarryContent({ circle, onClose }: AddByLetterProps) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => api(circles.edit, { id: circle.id, name: circle.name, lettersCarry: 'content' }),
    onSuccess: (changed) => showCircle(client, changed),
    onError: (error) => toastError(error, texts.carryFailed),
  });
  return (
    <>
      <DialogBody>
        <Alert tone="warn">
          <b>{texts.names({ circle: circle.name })}.</b> {texts.namesText}
        </Alert>
        {circle.isOwner ? null : <p className="mut mt-3">{messages.onlyOwner}</p>}
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        {circle.isOwner ? (
          <Button busy={change.isPending} busyText={words.controls.saving} onClick={() => change.mutate()}>
            {texts.carry}
          </Button>
        ) : null}
      </DialogFooter>
    </>
  );
}

const schema = z.pick(mailbox.ask.input, { firstName: true, lastName: true, email: true, verifies: true });
type Values = z.input<typeof schema>;
type Checked = z.output<typeof schema>;

function AskForm({ circle, onClose }: AddByLetterProps) {
  const client = useQueryClient();
  const mayVouch = useMayVouch();
  const sendsNoMail = useSendsNoMail();
  const keys = useIdempotencyKeys();
  const { register, handleSubmit, setError, formState } = useForm<Values, unknown, Checked>({
    defaultValues: { firstName: '', lastName: '', email: '', verifies: true },
    resolver: schemaResolver(schema),
  });
  const { errors } = formState;
  const ask = useMutation({
    mutationFn: ({ verifies, ...person }: Checked) => {
      const input = { id: circle.id, ...person, ...(mayVouch && { verifies }) };
      return api(mailbox.ask, input, { idempotencyKey: keys.of(JSON.stringify(input)) });
    },
    onSuccess: (_, { firstName }) => {
      toast(
        sendsNoMail
          ? { ...words.mailbox.unmailed, tone: 'warning' }
          : {
              title: texts.done({ name: firstName }),
              text: texts.doneText({ name: firstName, circle: circle.name }),
            },
      );
      void client.invalidateQueries({ queryKey: queryKey(mailbox.asked, { id: circle.id }) });
    },
    onError: (error) => {
      if (showFieldIssues(error, ['firstName', 'lastName', 'email'], setError)) return;
      toastError(error, texts.failed);
    },
  });
  return (
    <DialogForm
      onSubmit={handleSubmit((values) => ask.mutate(values, { onSuccess: onClose }))}
      onClose={onClose}
      submit={{ busy: ask.isPending, busyText: words.controls.sending, children: texts.submit }}
    >
      <div className="two">
        <TextField
          {...register('firstName')}
          label={words.controls.firstName}
          autoComplete="off"
          error={errors.firstName?.message}
        />
        <TextField
          {...register('lastName')}
          label={words.controls.lastName}
          autoComplete="off"
          error={errors.lastName?.message}
        />
      </div>
      <TextField
        {...register('email')}
        type="email"
        label={words.controls.email}
        placeholder={words.invitations.emailPlaceholder}
        autoComplete="off"
        error={errors.email?.message}
      />
      {mayVouch ? (
        <CheckboxRow {...register('verifies')} label={texts.verify} note={texts.verifyNote} />
      ) : (
        <p className="hint">{texts.unverified}</p>
      )}
      <p className="hint">
        {circle.kind === 'shared'
          ? effect.shared({ name: circle.name, earlier: circle.showsEarlierPosts })
          : effect.private({ earlier: circle.showsEarlierPosts })}
      </p>
    </DialogForm>
  );
}
