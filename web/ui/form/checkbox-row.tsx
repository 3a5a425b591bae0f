import { type ComponentProps, type ReactNode, useId } from 'react';
import { CircleDot } from '../people/circle-dot.tsx';

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
