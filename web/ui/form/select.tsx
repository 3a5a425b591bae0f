import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { divideProps, Field, type FieldProps } from './field.tsx';

export interface Option<T extends string = string> {
  value: T;
  label: string;
}

/** The browser's own select in our clothes. */
export function Select(
  props: FieldProps & Omit<ComponentProps<'select'>, 'id' | 'children'> & { options: readonly Option[] },
) {
  const [field, { options, ...select }] = divideProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <span className="selwrap">
          <select {...select} {...control} className="in">
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </span>
      )}
    </Field>
  );
}
