import { type ReactNode, useRef } from 'react';
import { useFocusBeside } from '../hooks/focus-beside.ts';

/** An entry of a list. If it goes with the focus in it, the one beside it has the focus. */
export function ListItem({ className, children }: { className?: string; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null);
  useFocusBeside(item);
  return (
    <li ref={item} className={className}>
      {children}
    </li>
  );
}
