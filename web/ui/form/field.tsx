import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { words } from '../../words/words.ts';

export interface FieldProps {
  label: ReactNode;
  /** Says 'optional' beside the label. */
  optional?: boolean | undefined;
  hint?: ReactNode | undefined;
  /** The error; it stands below the field and is read out. */
  error?: string | undefined;
  /** Marks the control where what is wrong is said elsewhere. */
  invalid?: boolean | undefined;
  /** Bold words before the error ('Invalid Email'). */
  errorTitle?: string | undefined;
  /** Length so far and the longest allowed: shows the counter. */
  count?: { now: number; max: number } | undefined;
}

/** Divides the props of a control into those of its field and its own. */
export const divideProps = <Props extends FieldProps>(props: Props) => {
  const { label, optional, hint, error, errorTitle, invalid, count, ...control } = props;
  return [{ label, optional, hint, error, errorTitle, invalid, count }, control] as const;
};

/** Attributes that a control inside a field needs. */
export interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label, control, hint or counter, error: the frame of every form control. */
export function Field({
  children,
  ...props
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { label, optional, hint, error, errorTitle, invalid, count } = props;
  const id = useId();
  const describedBy = [error && `${id}-e`, hint && `${id}-h`, count && `${id}-c`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <div className="row between">
        <label className="lab" htmlFor={id}>
          {label}
          {optional ? <span className="optional"> {words.controls.optional}</span> : null}
        </label>
        {count ? <Counter id={`${id}-c`} {...count} /> : null}
      </div>
      {children({
        id,
        'aria-invalid': error || invalid ? true : undefined,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
      {hint ? (
        <p className="hint" id={`${id}-h`}>
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-e`} title={errorTitle} text={error} /> : null}
    </div>
  );
}

export function FieldError({ id, title, text }: { id?: string; title?: string | undefined; text: string }) {
  return (
    <div className="err" id={id} role="alert">
      <CircleAlert aria-hidden="true" />
      <span>
        {title ? <b>{title}: </b> : null}
        {text}
      </span>
    </div>
  );
}

/** Read out only from nine tenths of the limit on. */
function Counter({ id, now, max }: { id: string; now: number; max: number }) {
  return (
    <span
      className={now > max ? 'cap over' : 'cap dim'}
      id={id}
      aria-live={now >= max * 0.9 ? 'polite' : 'off'}
    >
      {words.controls.count({ now, max })}
    </span>
  );
}
