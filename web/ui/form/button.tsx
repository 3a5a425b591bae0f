import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type ButtonLook, buttonClass } from './button-look.ts';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  icon?: LucideIcon | undefined;
  busy?: boolean | undefined;
  /** The button's text while busy ('Adding...'). The button keeps one width for both texts. */
  busyText?: string | undefined;
}

export function Button(props: ButtonProps) {
  const {
    kind,
    size,
    full,
    flush,
    className,
    icon: Icon,
    busy,
    busyText,
    children,
    onClick,
    ...rest
  } = props;
  // A busy button stays focusable, so that a keyboard does not lose its place; its clicks go nowhere.
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  const label = (
    <>
      {Icon ? <Icon aria-hidden="true" /> : null}
      {children}
    </>
  );
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ kind, size, full, flush, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={click}
    >
      {busyText === undefined ? label : <TwoStates busy={busy === true} label={label} busyText={busyText} />}
    </button>
  );
}

function TwoStates({ busy, label, busyText }: { busy: boolean; label: ReactNode; busyText: string }) {
  return (
    <span className="btn-states">
      <span className={busy ? 'away' : undefined}>{label}</span>
      <span className={busy ? undefined : 'away'}>
        <LoaderCircle className="spin" aria-hidden="true" />
        {busyText}
      </span>
    </span>
  );
}
