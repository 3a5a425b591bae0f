import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { words } from '../../words/words.ts';
import { divideProps, Field, type FieldProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';

type Input = Omit<ComponentProps<'input'>, 'id' | 'children'>;

/** One line of text. Takes what an input takes, so `{...register('name')}` fits. */
export function TextField(props: FieldProps & Input) {
  const [field, { className, ...input }] = divideProps(props);
  return (
    <Field {...field}>
      {(control) => <input {...input} {...control} className={`in ${className ?? ''}`.trim()} />}
    </Field>
  );
}

/** A password with a button that shows it. */
export function PasswordField(props: FieldProps & Input) {
  const [field, input] = divideProps(props);
  const [shown, setShown] = useState(false);
  return (
    <Field {...field}>
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
export function TextArea(
  props: FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'children'> & { people?: boolean },
) {
  const [field, { people, className, ...input }] = divideProps(props);
  return (
    <Field {...field}>
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
