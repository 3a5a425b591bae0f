import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import * as account from '../../../contract/account.ts';
import { limits } from '../../../contract/limits.ts';
import * as members from '../../../contract/members.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { ApiError, api, errorText, toastError } from '../../data/api.ts';
import { userKey } from '../../app/session.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { isSamePicture, type NewPicture, PictureField } from '../members/picture-field.tsx';

const texts = words.account.profile;

const valuesOf = (user: CurrentUser) => ({
  firstName: user.firstName,
  lastName: user.lastName,
  username: user.username ?? '',
  phoneNumber: user.phoneNumber ?? '',
  bio: user.bio ?? '',
});
type Values = ReturnType<typeof valuesOf>;
type Field = keyof Values;

/** The saved values, except in fields that were changed after they were sent. */
const settled = (now: Values, sent: Values, saved: Values): Values => {
  const value = (name: Field) => (now[name] === sent[name] ? saved[name] : now[name]);
  return {
    firstName: value('firstName'),
    lastName: value('lastName'),
    username: value('username'),
    phoneNumber: value('phoneNumber'),
    bio: value('bio'),
  };
};

/** The error of the picture, which was refused while the other fields were saved. */
class PictureFailed extends Error {
  override readonly name = 'PictureFailed';
}

/**
 * The server alone checks this form, in the same words: the libraries of forms and schemas would be three times the
 * code of the page.
 */
export function ProfileForm({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => valuesOf(user));
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [picture, setPicture] = useState<NewPicture>();
  const [pictureError, setPictureError] = useState<string>();
  const savePicture = async () => {
    setPictureError(undefined);
    if (picture === undefined) return;
    try {
      if (picture === null) await api(members.removeImage, {});
      else {
        const data = new FormData();
        data.append('profileImage', await picture.file, 'picture');
        await api(members.editProfile, data);
      }
    } catch (error) {
      throw new PictureFailed(texts.pictureFailed, { cause: error });
    }
    setPicture((now) => (isSamePicture(now, picture) ? undefined : now));
    await client.invalidateQueries({ queryKey: userKey });
  };
  const explain = (error: unknown) => {
    if (error instanceof PictureFailed) {
      setPictureError(errorText(error.cause, texts.pictureFailed));
      return toastError(error.cause, texts.pictureFailed);
    }
    const issues = error instanceof ApiError ? error.issues.filter(({ path }) => path in values) : [];
    setErrors(new Map(issues.map(({ path, message }) => [path, message])));
    const [first] = issues;
    if (!first) return toastError(error, words.controls.profileFailed);
    const field = form.current?.elements.namedItem(first.path);
    if (field instanceof HTMLElement) field.focus();
  };
  const save = useMutation({
    mutationFn: async () => {
      const changed = await api(account.edit, values);
      client.setQueryData(userKey, changed);
      setValues((now) => settled(now, values, valuesOf(changed)));
      setErrors(new Map());
      await savePicture();
    },
    onSuccess: () => {
      toast({ title: texts.saved });
      // The member's name is shown on their moments and in their circles, so refetch both.
      for (const part of ['posts', 'circles', 'users']) {
        void client.invalidateQueries({ queryKey: ['/api', part] });
      }
    },
    onError: explain,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const field = (name: Field) => ({
    name,
    value: values[name],
    error: errors.get(name),
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setValues((now) => ({ ...now, [name]: value })),
  });
  return (
    <form noValidate className="stack g16" ref={form} onSubmit={submit}>
      <PictureField person={user} value={picture} onChange={setPicture} error={pictureError} />
      <div className="pair">
        <TextField {...field('firstName')} label={words.controls.firstName} autoComplete="given-name" />
        <TextField {...field('lastName')} label={words.controls.lastName} autoComplete="family-name" />
      </div>
      {user.requestedName ? (
        <Alert icon={Clock}>
          {texts.nameWaiting({
            wanted: `${user.requestedName.firstName} ${user.requestedName.lastName}`.trim(),
            shown: `${user.firstName} ${user.lastName}`.trim(),
          })}
        </Alert>
      ) : null}
      <div className="pair">
        <TextField
          {...field('username')}
          label={words.controls.username}
          hint={texts.usernameHint}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...field('phoneNumber')}
          type="tel"
          label={texts.phone}
          hint={texts.phoneHint}
          autoComplete="tel"
        />
      </div>
      <TextArea
        {...field('bio')}
        people
        className="min-h-24"
        label={texts.bio}
        count={{ now: [...values.bio].length, max: limits.bio }}
      />
      <div>
        <Button type="submit" busy={save.isPending} busyText={words.controls.saving}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
