import { useId } from 'react';
import { useChanged } from '../../ui/hooks/roving.ts';
import { Ring } from '../../ui/pencil/ring.tsx';

interface Option<T extends string> {
  value: T;
  title: string;
  text: string;
}

interface ChoiceFieldProps<T extends string> {
  label: string;
  hint: string;
  options: readonly Option<T>[];
  value: T;
  disabled?: boolean;
  onChange: (value: T) => void;
}

/** A choice between options that each need a sentence. */
export function ChoiceField<T extends string>({
  label,
  hint,
  options,
  value,
  disabled = false,
  onChange,
}: ChoiceFieldProps<T>) {
  const id = useId();
  const changed = useChanged(value);
  return (
    <fieldset className="field" disabled={disabled} aria-describedby={`${id}-hint`}>
      <legend className="lab mb-1.5">{label}</legend>
      <div className="kinds">
        {options.map((option, index) => (
          <label key={option.value} className="kind">
            <input
              type="radio"
              name={id}
              className="vh"
              aria-describedby={`${id}-${option.value}`}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            <span className="b">
              {value === option.value ? <Ring shape="wide" variant={index} draw={changed} /> : null}
              {option.title}
            </span>
            <span className="small mut block" id={`${id}-${option.value}`}>
              {option.text}
            </span>
          </label>
        ))}
      </div>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </fieldset>
  );
}
