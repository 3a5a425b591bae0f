import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import * as account from '../../../contract/account.ts';
import { messages } from '../../../contract/errors.ts';
import { api, errorText } from '../../data/api.ts';
import { showFieldIssues } from '../../data/form-issues.ts';
import { queryKey } from '../../data/query.ts';
import { useUser } from '../../app/session.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { PasswordField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.account.password;

const schema = z.extend(account.changePassword.input, { again: z.string() }).check(
  z.refine((value) => value.password === value.again, {
    path: ['again'],
    error: messages.passwordsDiffer,
  }),
);
type Values = z.input<typeof schema>;

export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const user = useUser();
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { currentPassword: '', password: '', again: '' },
    resolver: standardSchemaResolver(schema),
  });
  const change = useMutation({
    mutationFn: ({ currentPassword, password }: Values) =>
      api(account.changePassword, { currentPassword, password }),
    onSuccess: () => {
      toast({ title: texts.done, text: texts.doneText });
      onClose();
      return client.invalidateQueries({ queryKey: queryKey(account.sessions, {}) });
    },
    onError: (error) => {
      if (showFieldIssues(error, ['currentPassword', 'password'], setError)) return;
      toast({ title: texts.failed, text: errorText(error), tone: 'destructive' });
    },
  });
  const { errors } = formState;
  return (
    <Dialog open onClose={onClose} title={texts.change} description={texts.text}>
      <form noValidate onSubmit={handleSubmit((values) => change.mutate(values))}>
        <DialogBody>
          <div className="stack g16">
            {/* For password managers, which keep a password under a name. */}
            <input
              className="vh"
              type="email"
              autoComplete="username"
              value={user.email}
              readOnly
              tabIndex={-1}
              aria-hidden="true"
            />
            <PasswordField
              {...register('currentPassword')}
              label={texts.current}
              autoComplete="current-password"
              error={errors.currentPassword?.message}
            />
            <PasswordField
              {...register('password')}
              label={texts.next}
              autoComplete="new-password"
              error={errors.password?.message}
            />
            <PasswordField
              {...register('again')}
              label={texts.again}
              autoComplete="new-password"
              error={errors.again?.message}
            />
          </div>
        </DialogBody>
        <DialogFooter onCancel={onClose}>
          <Button type="submit" busy={change.isPending} busyText={texts.busy}>
            {texts.submit}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
