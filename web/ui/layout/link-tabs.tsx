import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useChanged } from '../hooks/roving.ts';
import { Ring } from '../pencil/ring.tsx';

interface LinkTabsProps<T extends string> {
  label: string;
  tabs: readonly T[];
  value: T;
  hrefOf: (tab: T) => string;
  textOf: (tab: T) => ReactNode;
  className?: string;
}

/** Tabs with an address each; the one that is open is ringed. */
export function LinkTabs<T extends string>(props: LinkTabsProps<T>) {
  const { label, tabs, value, hrefOf, textOf, className } = props;
  const changed = useChanged(value);
  return (
    <nav className={`tabs ${className ?? ''}`.trim()} aria-label={label}>
      {tabs.map((tab, at) => (
        <Link key={tab} href={hrefOf(tab)} aria-current={tab === value ? 'page' : undefined}>
          {tab === value ? <Ring shape="wide" variant={at} draw={changed} /> : null}
          {textOf(tab)}
        </Link>
      ))}
    </nav>
  );
}
