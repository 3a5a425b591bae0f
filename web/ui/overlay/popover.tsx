import { type ReactNode, useEffect, useRef } from 'react';
import { useCloseOnBack } from './close-on-back.ts';
import './overlays.css';

interface PopoverProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A panel under the button that opened it, full-width under the bar on phones. Not modal: Esc, Back, a press outside and
 * leaving it with Tab close it; the focus goes in when it opens and back to the button on Esc. Put it after the
 * button, inside one positioned parent.
 */
export function Popover({ label, onClose, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null);
  useCloseOnBack(true, onClose);
  useEffect(() => {
    const element = panel.current;
    const home = element?.parentElement;
    element?.focus();
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !home?.contains(event.target)) onClose();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      onClose();
      home?.querySelector('button')?.focus();
    };
    const leave = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !home?.contains(event.relatedTarget)) onClose();
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('keydown', key);
    home?.addEventListener('focusout', leave);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('keydown', key);
      home?.removeEventListener('focusout', leave);
    };
  }, [onClose]);
  return (
    <div className="menu popover" role="dialog" aria-label={label} tabIndex={-1} ref={panel}>
      {children}
    </div>
  );
}
