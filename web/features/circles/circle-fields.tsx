import type { ReactNode } from 'react';
import { type Control, Controller, type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { limits } from '../../../contract/limits.ts';
import * as circles from '../../../contract/circles.ts';
import { Switch, TextArea, TextField } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';
import { ChoiceField } from './choice-field.tsx';
import { ColorField, defaultColor } from './color-field.tsx';

const fields = {
  name: true,
  description: true,
  color: true,
  showsEarlierPosts: true,
  lettersCarry: true,
} as const;

/** The fields of the two forms, each with its own sentence for a missing name. */
export const createForm = z.pick(circles.create.input, fields);
export const editForm = z.pick(circles.edit.input, fields);

export type CircleValues = z.input<typeof editForm>;
export type CheckedValues = z.output<typeof editForm>;

const texts = words.circles.form;
const { letters } = words.delivery;

const carries = [
  { value: 'names', title: letters.names, text: letters.namesText },
  { value: 'content', title: letters.content, text: letters.contentText },
] as const;

interface CircleFieldsProps {
  register: UseFormRegister<CircleValues>;
  control: Control<CircleValues, unknown, CheckedValues>;
  errors: FieldErrors<CircleValues>;
  /** The bold title of the error about an empty name. */
  nameRequired: string;
  /** Shown before the switch for earlier moments, whose meaning depends on the kind. */
  kind?: ReactNode;
  /** The Contacts circle keeps its name. */
  nameFixed?: boolean;
  /** Keepers change neither what new members see nor what letters carry. */
  forKeeper?: boolean;
}

const length = (text: string | undefined) => [...(text ?? '')].length;

export function CircleFields({
  register,
  control,
  errors,
  nameRequired,
  kind,
  nameFixed,
  forKeeper = false,
}: CircleFieldsProps) {
  const [name, description] = useWatch({ control, name: ['name', 'description'] });
  return (
    <>
      <TextField
        {...register('name')}
        label={texts.name}
        hint={texts.nameHint}
        readOnly={nameFixed}
        autoComplete="off"
        count={{ now: length(name), max: limits.circleName }}
        error={errors.name?.message}
        errorTitle={name.trim() === '' ? nameRequired : undefined}
      />
      <TextArea
        {...register('description')}
        optional
        className="min-h-19"
        label={texts.description}
        count={{ now: length(description), max: limits.circleDescription }}
        error={errors.description?.message}
      />
      <Controller
        control={control}
        name="color"
        render={({ field }) => (
          <ColorField
            value={field.value ?? defaultColor}
            onChange={field.onChange}
            error={errors.color?.message}
          />
        )}
      />
      {kind}
      {forKeeper ? null : <OwnersFields control={control} />}
    </>
  );
}

function OwnersFields({ control }: Pick<CircleFieldsProps, 'control'>) {
  return (
    <>
      <Controller
        control={control}
        name="showsEarlierPosts"
        render={({ field }) => (
          <Switch
            label={texts.earlier}
            hint={texts.earlierHint}
            checked={field.value === true}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="lettersCarry"
        render={({ field }) => (
          <ChoiceField
            label={letters.label}
            hint={letters.hint}
            options={carries}
            value={field.value ?? 'names'}
            onChange={field.onChange}
          />
        )}
      />
    </>
  );
}
