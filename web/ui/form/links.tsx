import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import { type ButtonLook, buttonClass } from './button-look.ts';

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
