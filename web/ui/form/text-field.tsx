import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { words } from '../../words/words.ts';
import { Field, type FieldProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';

type Input = Omit<ComponentProps<'input'>, 'id' | 'children'>;

/** One line of text. Takes what an input takes, so `{...register('name')}` fits. */
export function TextField({
  label,
  optional,
  hint,
  error,
  errorTitle,
  invalid,
  count,
  className,
  ...input
}: FieldProps & Input) {
  return (
    <Field {...{ label, optional, hint, error, errorTitle, invalid, count }}>
      {(control) => <input {...input} {...control} className={`in ${className ?? ''}`.trim()} />}
    </Field>
  );
}

/** A password with a button that shows it. */
export function PasswordField({
  label,
  optional,
  hint,
  error,
  errorTitle,
  invalid,
  count,
  ...input
}: FieldProps & Input) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, optional, hint, error, errorTitle, invalid, count }}>
      {(control) => (
        <div className="inwrap with-button">
          <input {...input} {...control} type={shown ? 'text' : 'password'} className="in" />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? words.controls.hidePassword : words.controls.showPassword}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}

/** Several lines of text; `people` sets it in the voice of people. */
export function TextArea({
  label,
  optional,
  hint,
  error,
  errorTitle,
  invalid,
  count,
  people,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'children'> & { people?: boolean }) {
  return (
    <Field {...{ label, optional, hint, error, errorTitle, invalid, count }}>
      {(control) => (
        <textarea
          {...input}
          {...control}
          className={`in ${people ? 'people ' : ''}${className ?? ''}`.trim()}
        />
      )}
    </Field>
  );
}
