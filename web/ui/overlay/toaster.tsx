// Separate from toast.ts: loads after the first screen.
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import * as Toast from '@radix-ui/react-toast';
import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { words } from '../../words/words.ts';
import { Button, IconButton } from '../form/button.tsx';
import { ErrorId } from '../feedback/error-id.tsx';
import { dismissToast, toastStore } from './toast.ts';
import './overlays.css';

const milliseconds = 5000;
const withAction = 12_000;
const pixels = 50;

/** Milliseconds in which a short message can be read; a field that is focused within them is part of what it tells. */
const readMs = 1000;

// On a phone it stands where the keyboard leaves room for the field that somebody writes in, or on the dialog's buttons.
const makeRoomForField = ({ target }: FocusEvent): void => {
  const wanted = 'textarea, input:not([type=checkbox], [type=radio]), [role=dialog], [role=alertdialog]';
  if (!(target instanceof Element) || !target.matches(wanted)) return;
  const shown = toastStore.get();
  const isKept = shown === null || shown.tone === 'destructive' || shown.action !== undefined;
  if (isKept || performance.now() - shown.at < readMs || !matchMedia('(max-width: 768px)').matches) return;
  dismissToast(shown.number);
};

/**
 * The place where toasts appear. It stands beside the root element and is marked live, because an open dialog hides
 * the rest of the page from screen readers but leaves live regions alone.
 */
export default function Toaster() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  const bad = shown?.tone === 'destructive';
  const warns = shown?.tone === 'warning';
  useEffect(() => {
    addEventListener('focusin', makeRoomForField);
    return () => removeEventListener('focusin', makeRoomForField);
  }, []);
  return createPortal(
    <div aria-live="off">
      <Toast.Provider
        duration={milliseconds}
        swipeDirection="right"
        swipeThreshold={pixels}
        label={words.controls.toast}
      >
        {shown === null ? null : (
          <Toast.Root
            key={shown.number}
            className={bad ? 'toast bad' : 'toast'}
            type={bad || warns || shown.action ? 'foreground' : 'background'}
            {...((warns || shown.action !== undefined || shown.errorId !== null) && { duration: withAction })}
            onOpenChange={(open) => (open ? undefined : dismissToast(shown.number))}
          >
            {bad || warns ? (
              <CircleAlert aria-hidden="true" className={warns ? 'text-warn-text!' : undefined} />
            ) : (
              <CircleCheck aria-hidden="true" />
            )}
            <div className="grow">
              <Toast.Title className="tt">{shown.title}</Toast.Title>
              {shown.text === undefined ? null : (
                <Toast.Description asChild>
                  <p>{shown.text}</p>
                </Toast.Description>
              )}
              {shown.errorId === null ? null : <ErrorId id={shown.errorId} />}
              {shown.action ? (
                <Toast.Action asChild altText={shown.action.hint}>
                  <Button kind="quiet" size="sm" className="mt-2.5" onClick={shown.action.onPress}>
                    {shown.action.label}
                  </Button>
                </Toast.Action>
              ) : null}
            </div>
            <Toast.Close asChild>
              <IconButton icon={X} label={words.controls.dismiss} />
            </Toast.Close>
          </Toast.Root>
        )}
        <Toast.Viewport className="toasts" hotkey={['F8']} label={words.controls.toastRegion} />
      </Toast.Provider>
    </div>,
    document.body,
  );
}
