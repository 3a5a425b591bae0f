import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import * as account from '../../../../contract/account.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import { api, toastError } from '../../../data/api.ts';
import { showFieldIssues, schemaResolver } from '../../../data/schema-resolver.ts';
import { queryKey } from '../../../data/query.ts';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { PasswordField } from '../../../ui/form/text-field.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';
import { UsernameForPasswordManagers } from '../proof.tsx';

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
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { currentPassword: '', password: '', again: '' },
    resolver: schemaResolver(schema),
  });
  const change = useMutation({
    mutationFn: ({ currentPassword, password }: Values) =>
      api(account.changePassword, { currentPassword, password }),
    onSuccess: () => {
      toast({ title: texts.done, text: texts.doneText });
      void client.invalidateQueries({ queryKey: queryKey(account.sessions, {}) });
    },
    onError: (error) => {
      if (showFieldIssues(error, ['currentPassword', 'password'], setError)) return;
      toastError(error, texts.failed);
    },
  });
  const { errors } = formState;
  return (
    <FormDialog
      title={texts.change}
      description={texts.text}
      onClose={onClose}
      onSubmit={handleSubmit((values) => change.mutate(values, { onSuccess: onClose }))}
      submit={{ busy: change.isPending, busyText: texts.busy, children: texts.submit }}
    >
      <UsernameForPasswordManagers />
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
    </FormDialog>
  );
}
