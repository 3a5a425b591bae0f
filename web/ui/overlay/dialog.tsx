import { X } from 'lucide-react';
import * as Radix from '@radix-ui/react-dialog';
import { type ReactNode, useState } from 'react';
import { words } from '../../words/words.ts';
import { Button, IconButton } from '../form/button.tsx';
import { useCloseOnBack } from './close-on-back.ts';
import './overlays.css';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** CSS width on wide screens; 30rem if not given. */
  width?: string | undefined;
  /** Begins with the focus on itself: a field at its top would open the keyboard of a phone. */
  isRead?: boolean | undefined;
  /** `DialogBody` and `DialogFooter`, or one form around both. */
  children: ReactNode;
}

const focusDialog = (event: Event): void => {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
};

/**
 * A dialog: centred on wide screens, a sheet from the bottom on phones. Esc, Back, the cross and a press beside it
 * close it, and the focus returns to what opened it. Import this from files that are themselves loaded on demand.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  width = '30rem',
  isRead,
  children,
}: DialogProps) {
  const [opener] = useState(() => document.activeElement);
  useCloseOnBack(open, onClose);
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="scrim">
          <Radix.Content
            className="dlg"
            data-w
            style={{ '--w': width }}
            {...(description === undefined && { 'aria-describedby': undefined })}
            {...(isRead && { onOpenAutoFocus: focusDialog })}
            // Escape first closes a list that is open in a field.
            onEscapeKeyDown={(event) => {
              if (document.activeElement?.hasAttribute('aria-activedescendant')) event.preventDefault();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (opener instanceof HTMLElement) opener.focus();
            }}
          >
            <div className="dh">
              <Radix.Title>{title}</Radix.Title>
              {description === undefined ? null : (
                <Radix.Description className="mut small">{description}</Radix.Description>
              )}
            </div>
            {children}
            <Radix.Close asChild>
              <IconButton icon={X} label={words.ui.close} className="x" />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="db">{children}</div>;
}

/** Cancel left, where there is something to cancel, and the action right; stays in sight while the body scrolls. */
export function DialogFooter({
  onCancel,
  children,
}: {
  onCancel?: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <div className="df">
      {onCancel === undefined ? null : (
        <Button kind="quiet" onClick={onCancel}>
          {words.ui.cancel}
        </Button>
      )}
      {children}
    </div>
  );
}
