import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEventHandler, ReactNode, Ref } from 'react';
import { Link } from 'wouter';

type Click = MouseEventHandler<HTMLButtonElement> | undefined;

/** For buttons that stay focusable while they do nothing, so that a keyboard does not lose its place. */
const clickUnless =
  (idle: boolean | undefined, onClick: Click): Click =>
  (event) => {
    if (idle) event.preventDefault();
    else onClick?.(event);
  };

interface IconButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon;
  /** The accessible name; there is no other. */
  label: string;
  /** With a border, for the priority arrows. */
  box?: boolean;
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, box, className = '', disabled, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={`ib ${box ? 'box ' : ''}${className}`.trim()}
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={clickUnless(disabled, onClick)}
    >
      <Icon aria-hidden="true" />
      {children}
    </button>
  );
}

interface Target {
  href: string;
  icon?: LucideIcon | undefined;
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({
  href,
  icon: Icon,
  children,
  ref,
  onClick,
  ...look
}: Target & ButtonLook & { ref?: Ref<HTMLAnchorElement>; onClick?: () => void }) {
  return (
    <Link href={href} className={buttonClass(look)} ref={ref} onClick={onClick}>
      {Icon ? <Icon aria-hidden="true" /> : null}
      {children}
    </Link>
  );
}

/** An underlined link: 44 px high as a block, `inline` within a sentence. */
export function TextLink({ href, icon: Icon, inline, children }: Target & { inline?: boolean }) {
  return (
    <Link href={href} className={inline ? 'link il' : 'link'}>
      {Icon ? <Icon aria-hidden="true" /> : null}
      {children}
    </Link>
  );
}

export interface ButtonLook {
  kind?: 'primary' | 'quiet' | 'ghost' | 'danger' | 'danger-quiet' | undefined;
  size?: 'lg' | 'md' | 'sm' | undefined;
  /** As wide as its place. */
  full?: boolean | undefined;
  /** Aligned with the text's edge, for ghost buttons at the start of a line. */
  flush?: boolean | undefined;
  className?: string | undefined;
}

export const buttonClass = ({ kind = 'primary', size = 'md', full, flush, className }: ButtonLook): string =>
  ['btn', kind !== 'primary' && kind, size !== 'md' && size, full && 'full', flush && 'flush', className]
    .filter(Boolean)
    .join(' ');

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
      onClick={clickUnless(busy, onClick)}
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
