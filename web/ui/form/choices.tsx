import type { ReactNode } from 'react';
import { useChanged, rove } from '../hooks/roving.ts';
import { Ring } from '../pencil/ring.tsx';

export interface Choice<T extends string = string> {
  value: T;
  label: string;
  /** A circle's colour: colours its dot and its ring. */
  color?: string | undefined;
  /** Stands for no choice, so nothing is ringed. */
  isNone?: boolean;
  /** Content at the end of a row, such as a count. */
  note?: ReactNode;
}

interface ChoicesProps<T extends string> {
  label: string;
  choices: readonly Choice<T>[];
  /** Null while nothing is chosen. */
  value: T | null;
  onChange: (value: T) => void;
  /** `chips` scroll in a line (phones), `list` stands in the rail, `segments` is a short line of words. */
  look: 'chips' | 'list' | 'segments';
  className?: string;
}

const groupClass = { chips: 'chips', list: 'stack', segments: 'tabs' };
const choiceClass = { chips: 'chip', list: 'sidef', segments: 'seg' };

/** One of several: a radio group that is one tab stop with arrow keys; the chosen one is ringed. */
export function Choices<T extends string>({
  label,
  choices,
  value,
  onChange,
  look,
  className,
}: ChoicesProps<T>) {
  const changed = useChanged(value);
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={`${groupClass[look]} ${className ?? ''}`.trim()}
      onKeyDown={(event) => {
        const next = rove(event, '[role="radio"]');
        const choice = next === null ? undefined : choices[next];
        if (choice) onChange(choice.value);
      }}
    >
      {choices.map((choice, index) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          tabIndex={choice.value === value || (value === null && index === 0) ? 0 : -1}
          className={choiceClass[look]}
          style={{ '--c': choice.color }}
          onClick={() => onChange(choice.value)}
        >
          {look === 'list' ? (
            <RowOfList choice={choice} chosen={choice.value === value} draw={changed} index={index} />
          ) : (
            <>
              {choice.value === value && !choice.isNone ? (
                <Ring shape="wide" variant={index} draw={changed} />
              ) : null}
              {choice.color === undefined ? null : <i aria-hidden="true" />}
              <span className="trunc">{choice.label}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}

interface RowProps {
  choice: Choice;
  chosen: boolean;
  draw: boolean;
  index: number;
}

function RowOfList({ choice, chosen, draw, index }: RowProps) {
  return (
    <>
      <span className="lb">
        {chosen && !choice.isNone ? <Ring shape="wide" variant={index} draw={draw} /> : null}
        <i className={choice.color === undefined ? 'a' : undefined} aria-hidden="true" />
        {choice.label}
      </span>
      <span className="grow" />
      {choice.note === undefined ? null : <span className="dim cap num">{choice.note}</span>}
    </>
  );
}
