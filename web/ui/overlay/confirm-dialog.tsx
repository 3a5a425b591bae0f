// Separate from confirm.ts, which loads it when a confirmation is first asked for.
import * as AlertDialog from '@radix-ui/react-alert-dialog';
import { type ReactNode, useState } from 'react';
import { words } from '../../words/words.ts';
import { Button } from '../form/button.tsx';
import { useCloseOnBack } from './close-on-back.ts';
import './overlays.css';

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  text: ReactNode;
  /** The word on the button that does it. */
  action: string;
  busy?: boolean;
  busyText?: string;
  /** Red, for what cannot be undone. */
  danger?: boolean;
  onConfirm: () => void;
  /** More below the text, such as a list. */
  children?: ReactNode;
}

/** Asks for confirmation of a permanent action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, text, action, busy, busyText, danger = true, onConfirm, children } = props;
  const [opener] = useState(() => document.activeElement);
  useCloseOnBack(open, onClose);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim">
          <AlertDialog.Content
            className="dlg"
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (opener instanceof HTMLElement) opener.focus();
            }}
          >
            <div className="dh">
              <AlertDialog.Title>{title}</AlertDialog.Title>
            </div>
            <div className="db">
              <AlertDialog.Description className="mut">{text}</AlertDialog.Description>
              {children}
            </div>
            <div className="df">
              <AlertDialog.Cancel asChild>
                <Button kind="quiet">{words.ui.cancel}</Button>
              </AlertDialog.Cancel>
              <Button
                kind={danger ? 'danger' : 'primary'}
                busy={busy}
                busyText={busyText}
                onClick={onConfirm}
              >
                {action}
              </Button>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
