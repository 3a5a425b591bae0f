import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useIsShown } from '../ui/hooks/use-is-shown.ts';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toastError } from './api.ts';

type Question = Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'busy' | 'onConfirm'>;

interface ConfirmCallProps<T> extends Question {
  /** Called when the member confirms. */
  call: () => Promise<T>;
  /** Called after the call, also if its dialog was closed meanwhile. */
  onDone: (result: T) => unknown;
  /** Called after the call instead of `onClose`, as long as the dialog is open. */
  onLeave?: () => void;
  /** The title of the toast after an error. */
  failed: string;
  /** Its text, where the error has none. */
  failedText?: string;
}

/** Asks for confirmation of a call, makes it, and says so if it fails. */
export function ConfirmCall<T>(props: ConfirmCallProps<T>) {
  const { call, onDone, onLeave = props.onClose, failed, failedText, ...question } = props;
  const isShown = useIsShown();
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSuccess: (result) => {
      if (isShown.current) onLeave();
      return onDone(result);
    },
    onError: (error) => toastError(error, failed, failedText),
  });
  return <ConfirmDialog open {...question} busy={isPending} onConfirm={() => mutate()} />;
}
