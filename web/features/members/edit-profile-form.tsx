import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { text, username } from '../../../contract/fields.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import * as members from '../../../contract/members.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { api, ApiError, errorText, toastError } from '../../data/api.ts';
import { showFieldIssues, schemaResolver } from '../../data/schema-resolver.ts';
import { loseSession, userKey } from '../../app/session.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { useIsShown } from '../../ui/hooks/use-is-shown.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { isSamePicture, type NewPicture, PictureField } from './picture-field.tsx';

/** Refetches after the viewer's own profile changed: the current user, and all lists with the name and picture. */
const refreshProfile = async (client: QueryClient): Promise<void> => {
  await client.invalidateQueries({ queryKey: userKey });
  for (const part of ['users', 'posts', 'circles'])
    void client.invalidateQueries({ queryKey: ['/api', part] });
};

const texts = words.profile.form;

// An empty username is not sent: a member without one may leave the field empty.
const form = z.object({
  username: z.union([z.literal(''), username], messages.usernameInvalid),
  bio: text(limits.bio, messages.bioTooLong),
});
type Values = z.input<typeof form>;

interface EditProfileFormProps {
  user: CurrentUser;
  onDone: () => void;
}

/** The form for username, bio and picture. Nothing changes before Save; Cancel restores everything. */
export default function EditProfileForm({ user, onDone }: EditProfileFormProps) {
  const client = useQueryClient();
  const [picture, setPicture] = useState<NewPicture>();
  const [pictureError, setPictureError] = useState<string>();
  const isShown = useIsShown();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { register, control, handleSubmit, getValues, setError, formState } = useForm<
    Values,
    unknown,
    Values
  >({
    defaultValues: { username: user.username ?? '', bio: user.bio ?? '' },
    resolver: schemaResolver(form),
  });
  const bio = useWatch({ control, name: 'bio' });

  const explain = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return loseSession(client, error, 'login');
    const aboutName = error instanceof ApiError && error.status === 409;
    if (aboutName) setError('username', { type: 'server', message: errorText(error) }, { shouldFocus: true });
    else if (showFieldIssues(error, ['username', 'bio'], setError)) return;
    const aboutPicture = error instanceof ApiError && [413, 415].includes(error.status);
    if (aboutPicture) setPictureError(errorText(error, texts.imageFailedText));
    toastError(error, words.controls.error, words.controls.profileFailed);
  };
  const save = useMutation({
    mutationFn: async (sent: { values: Values; typed: Values; picture: NewPicture }) => {
      const data = new FormData();
      if (sent.values.username !== '') data.append('username', sent.values.username);
      data.append('bio', sent.values.bio);
      if (sent.picture) data.append('profileImage', await sent.picture.file, 'picture');
      await api(members.editProfile, data);
      if (sent.picture === null) await api(members.removeImage, {});
      await refreshProfile(client);
    },
    onMutate: () => setPictureError(undefined),
    onSuccess: (_, sent) => {
      toast({ title: texts.done });
      const { username: name, bio: about } = getValues();
      const isSame = name === sent.typed.username && about === sent.typed.bio;
      // Later changes are not saved yet.
      if (isShown.current && isSame && isSamePicture(picture, sent.picture)) onDone();
    },
    onError: explain,
  });
  const submit = handleSubmit((values) => save.mutate({ values, typed: getValues(), picture }));

  return (
    <>
      <h1 className="text-h2" tabIndex={-1} ref={title}>
        {texts.title}
      </h1>
      <form noValidate className="stack g16 mt-3.5" onSubmit={submit}>
        <PictureField person={user} value={picture} onChange={setPicture} error={pictureError} />
        <TextField
          {...register('username')}
          label={words.controls.username}
          hint={texts.usernameHint}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.usernameMax}
          error={formState.errors.username?.message}
        />
        <TextArea
          {...register('bio')}
          people
          label={texts.bio}
          className="min-h-30"
          count={{ now: [...bio].length, max: limits.bio }}
          error={formState.errors.bio?.message}
        />
        <div className="pra">
          <Button type="submit" busy={save.isPending} busyText={words.controls.saving}>
            {words.controls.save}
          </Button>
          <Button kind="quiet" onClick={onDone}>
            {words.ui.cancel}
          </Button>
        </div>
      </form>
    </>
  );
}
