import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import * as account from '../../../../contract/account.ts';
import { api, toastError } from '../../../data/api.ts';
import { showFieldIssues, schemaResolver } from '../../../data/schema-resolver.ts';
import { useSendsNoMail } from '../../../app/config.ts';
import { useUser } from '../../../app/session.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';

const texts = words.account.email;

type Values = z.input<typeof account.changeEmail.input>;

export default function EmailDialog({ onClose }: { onClose: () => void }) {
  const { email } = useUser();
  const { text, submit, busy, done, doneText } = useSendsNoMail() ? texts.unmailed : texts;
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { email: '', password: '' },
    resolver: schemaResolver(account.changeEmail.input),
  });
  const change = useMutation({
    mutationFn: (input: Values) => api(account.changeEmail, input),
    onSuccess: (_, asked) => {
      toast({ title: done, text: doneText({ email: asked.email }) });
    },
    onError: (error) => {
      if (showFieldIssues(error, ['email', 'password'], setError)) return;
      toastError(error, texts.failed);
    },
  });
  const { errors } = formState;
  return (
    <FormDialog
      title={email === '' ? texts.add : texts.change}
      description={text}
      onClose={onClose}
      onSubmit={handleSubmit((values) => change.mutate(values, { onSuccess: onClose }))}
      submit={{ busy: change.isPending, busyText: busy, children: submit }}
    >
      <TextField
        {...register('email')}
        type="email"
        label={texts.email}
        autoComplete="email"
        error={errors.email?.message}
      />
      <PasswordField
        {...register('password')}
        label={texts.password}
        autoComplete="current-password"
        error={errors.password?.message}
      />
    </FormDialog>
  );
}
