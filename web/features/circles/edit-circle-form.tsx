import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import * as circles from '../../../contract/circles.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { ApiError, api, errorText, toastError } from '../../data/api.ts';
import { showFieldIssues, schemaResolver } from '../../data/schema-resolver.ts';
import { Problem } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CircleDot } from '../../ui/people/badge.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { showCircle } from './cache.ts';
import { CircleFields, type CheckedValues, type CircleValues, editForm } from './circle-fields.tsx';

const texts = words.circles.manage;

const conflictOf = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 409 ? errorText(error, words.controls.pleaseTryAgain) : null;

/** Edits name, description and colour in place, and for the owner the settings for earlier moments and letters. */
export default function EditCircleForm({ circle, onDone }: { circle: Circle; onDone: () => void }) {
  const client = useQueryClient();
  const { name, description, color, showsEarlierPosts, lettersCarry } = circle;
  const now = {
    name,
    description,
    color: color.toUpperCase(),
    ...(circle.isOwner && { showsEarlierPosts, lettersCarry }),
  };
  const { register, control, handleSubmit, setError, getValues, formState } = useForm<
    CircleValues,
    unknown,
    CheckedValues
  >({
    defaultValues: now,
    // All fields are sent: those that its member leaves alone follow what another keeper saves meanwhile.
    values: now,
    resetOptions: { keepDirtyValues: true },
    resolver: schemaResolver(editForm),
  });
  const chosen = useWatch({ control, name: 'color' }) ?? color;
  const save = useMutation({
    mutationFn: ({ values }: { values: CheckedValues; typed: string }) =>
      api(circles.edit, { id: circle.id, ...values }),
    onSuccess: (changed, { typed }) => {
      showCircle(client, changed);
      toast({ title: texts.updated });
      // Later changes are not saved yet.
      if (JSON.stringify(getValues()) === typed) onDone();
    },
    onError: (error) => {
      if (showFieldIssues(error, ['name', 'description', 'color'], setError)) return;
      // The sentence names the mailbox members, so it stays in the form.
      if (conflictOf(error) !== null) return;
      toastError(error, texts.updateFailed, words.controls.pleaseTryAgain);
    },
  });
  const conflict = conflictOf(save.error);
  return (
    <form
      noValidate
      className="stack g20"
      onSubmit={handleSubmit((values) => save.mutate({ values, typed: JSON.stringify(getValues()) }))}
    >
      <div className="row g16">
        <CircleDot color={chosen} size="x" />
        <h2>{texts.editTitle}</h2>
      </div>
      <CircleFields
        register={register}
        control={control}
        errors={formState.errors}
        nameRequired={texts.nameRequired}
        nameFixed={circle.isContacts}
        forKeeper={circle.isKeeper}
      />
      <Problem text={conflict} />
      <div className="acts2">
        <Button type="submit" className="grow" busy={save.isPending} busyText={words.controls.saving}>
          {words.controls.save}
        </Button>
        <Button kind="quiet" className="grow" onClick={onDone}>
          {words.ui.cancel}
        </Button>
      </div>
    </form>
  );
}
