import { type ReactNode, useId } from 'react';

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
