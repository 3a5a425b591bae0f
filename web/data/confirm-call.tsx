import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toastError } from './api.ts';

type Question = Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'busy' | 'onConfirm'>;

interface ConfirmCallProps<T> extends Question {
  /** Called when the member confirms. */
  call: () => Promise<T>;
  onDone: (result: T) => unknown;
  /** The title of the toast after an error. */
  failed: string;
  /** Its text, where the error has none. */
  failedText?: string;
}

/** Asks for confirmation of a call, makes it, and says so if it fails. */
export function ConfirmCall<T>({ call, onDone, failed, failedText, ...question }: ConfirmCallProps<T>) {
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSuccess: onDone,
    onError: (error) => toastError(error, failed, failedText),
  });
  return <ConfirmDialog open {...question} busy={isPending} onConfirm={() => mutate()} />;
}
