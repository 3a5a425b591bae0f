import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { focusBeside } from '../hooks/focus-beside.ts';

/** An entry of a list. If it goes with the focus in it, the one beside it has the focus; a dialog keeps its focus itself. */
export function ListItem({ className, children }: { className?: string; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const element = item.current;
    return () => {
      if (element?.contains(document.activeElement) && !element.closest('[role="dialog"]'))
        focusBeside(element);
    };
  }, []);
  return (
    <li ref={item} className={className}>
      {children}
    </li>
  );
}
