import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as circles from '../../../contract/circles.ts';
import type { CircleKind } from '../../../contract/shapes.ts';
import { api, toastError } from '../../data/api.ts';
import { useIdempotencyKeys } from '../../data/idempotency-key.ts';
import { showFieldIssues, schemaResolver } from '../../data/schema-resolver.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { circlesKey } from './cache.ts';
import { CircleFields, type CheckedValues, type CircleValues, createForm } from './circle-fields.tsx';
import { defaultColor } from './color-field.tsx';
import { ChoiceField } from './choice-field.tsx';

const texts = words.circles.createDialog;
const { kind: kindLabel, kinds: kindTexts, kindHint } = words.circles.form;

const kinds = [
  { value: 'shared', title: kindTexts.shared, text: kindTexts.sharedText },
  { value: 'private', title: kindTexts.private, text: kindTexts.privateText },
] as const;

export default function CreateCircleDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [kind, setKind] = useState<CircleKind>('shared');
  const keys = useIdempotencyKeys();
  const { register, control, handleSubmit, setError, setValue, formState } = useForm<
    CircleValues,
    unknown,
    CheckedValues
  >({
    defaultValues: {
      name: '',
      description: '',
      color: defaultColor,
      showsEarlierPosts: true,
      lettersCarry: 'names',
    },
    resolver: schemaResolver(createForm),
  });
  const create = useMutation({
    mutationFn: (values: CheckedValues) => {
      const wanted = { ...values, kind };
      return api(circles.create, wanted, { idempotencyKey: keys.of(JSON.stringify(wanted)) });
    },
    onSuccess: (circle) => {
      toast({ title: texts.done, text: texts.doneText({ name: circle.name }) });
      void client.invalidateQueries({ queryKey: circlesKey });
    },
    onError: (error) => {
      if (showFieldIssues(error, ['name', 'description', 'color'], setError)) return;
      toastError(error, texts.failed, texts.failedText);
    },
  });
  // Private circles start closed to the past, shared ones open (CIRCLE-12).
  const chooseKind = (next: CircleKind) => {
    setKind(next);
    setValue('showsEarlierPosts', next === 'shared');
  };
  return (
    <FormDialog
      title={words.circles.create}
      description={texts.intro}
      gap={20}
      onClose={onClose}
      onSubmit={handleSubmit((values) => create.mutate(values, { onSuccess: onClose }))}
      submit={{ busy: create.isPending, busyText: texts.busy, children: texts.submit }}
    >
      <CircleFields
        register={register}
        control={control}
        errors={formState.errors}
        nameRequired={texts.nameRequired}
        kind={
          <ChoiceField label={kindLabel} hint={kindHint} options={kinds} value={kind} onChange={chooseKind} />
        }
      />
    </FormDialog>
  );
}
