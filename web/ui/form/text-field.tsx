import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState, type ReactNode, useId } from 'react';
import { words } from '../../words/words.ts';
import { CircleDot } from '../people/badge.tsx';
import { divideProps, Field, type FieldProps } from './field.tsx';
import { IconButton } from './button.tsx';

interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A switch that acts immediately. The whole row is the target. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch" htmlFor={id}>
      <span className="grow">
        <span className="lab block" id={`${id}-l`}>
          {label}
        </span>
        {hint ? (
          <span className="hint block" id={`${id}-h`}>
            {hint}
          </span>
        ) : null}
      </span>
      <button
        type="button"
        role="switch"
        id={id}
        className="sw"
        aria-checked={checked}
        aria-labelledby={`${id}-l`}
        aria-describedby={hint ? `${id}-h` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
      />
    </label>
  );
}

interface CheckboxRowProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode;
  note?: ReactNode;
  /** A circle's colour: colours the tick and shows the circle's ring at the end. */
  color?: string | undefined;
}

/** A row that is one large target: tick, name, note, and the circle's ring. */
export function CheckboxRow({ label, note, color, ...input }: CheckboxRowProps) {
  const id = useId();
  return (
    <label className="check" style={{ '--c': color }}>
      <input {...input} type="checkbox" aria-describedby={note ? id : undefined} />
      <span className="grow">
        <span className="block font-semibold">{label}</span>
        {note ? (
          <span className="small mut block" id={id}>
            {note}
          </span>
        ) : null}
      </span>
      {color === undefined ? null : <CircleDot color={color} size="s" />}
    </label>
  );
}

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
