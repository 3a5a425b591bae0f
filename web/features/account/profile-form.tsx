import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FieldPath, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import * as account from '../../../contract/account.ts';
import { limits } from '../../../contract/limits.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { api, wordsOf } from '../../api.ts';
import { showIssues } from '../../forms.ts';
import { userKey } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.account.profile;

const schema = z.omit(account.edit.input, { findableByEmail: true });
type Values = z.input<typeof schema>;
type Checked = z.output<typeof schema>;

const fields: readonly FieldPath<Values>[] = ['firstName', 'lastName', 'username', 'phoneNumber', 'bio'];

const valuesOf = (user: CurrentUser): Values => ({
  firstName: user.firstName,
  lastName: user.lastName,
  username: user.username ?? '',
  phoneNumber: user.phoneNumber ?? '',
  bio: user.bio ?? '',
});

export default function ProfileForm({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const { register, control, handleSubmit, setError, reset, formState } = useForm<Values, unknown, Checked>({
    defaultValues: valuesOf(user),
    resolver: standardSchemaResolver(schema),
  });
  const bio = useWatch({ control, name: 'bio' });
  const save = useMutation({
    mutationFn: (input: Checked) => api(account.edit, input),
    onSuccess: (changed) => {
      client.setQueryData(userKey, changed);
      reset(valuesOf(changed));
      toast({ title: texts.saved });
      // Own names stand on own moments and in own circles.
      for (const part of ['posts', 'circles', 'users']) {
        void client.invalidateQueries({ queryKey: ['/api', part] });
      }
    },
    onError: (error) => {
      if (showIssues(error, fields, setError)) return;
      toast({ title: texts.failed, text: wordsOf(error), tone: 'destructive' });
    },
  });
  const { errors } = formState;
  return (
    <form noValidate className="stack g16" onSubmit={handleSubmit((input) => save.mutate(input))}>
      <div className="pair">
        <TextField
          {...register('firstName')}
          label={texts.firstName}
          autoComplete="given-name"
          error={errors.firstName?.message}
        />
        <TextField
          {...register('lastName')}
          label={texts.lastName}
          autoComplete="family-name"
          error={errors.lastName?.message}
        />
      </div>
      <div className="pair">
        <TextField
          {...register('username')}
          label={texts.username}
          hint={texts.usernameHint}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
        />
        <TextField
          {...register('phoneNumber')}
          type="tel"
          label={texts.phone}
          hint={texts.phoneHint}
          autoComplete="tel"
          error={errors.phoneNumber?.message}
        />
      </div>
      <TextArea
        {...register('bio')}
        people
        className="min-h-24"
        label={texts.bio}
        error={errors.bio?.message}
        count={{ now: [...(bio ?? '')].length, max: limits.bio }}
      />
      <div>
        <Button type="submit" busy={save.isPending} busyText={texts.saving}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
