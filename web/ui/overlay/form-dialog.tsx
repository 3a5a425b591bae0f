import type { ComponentProps, ReactNode } from 'react';
import { Button, type ButtonProps } from '../form/button.tsx';
import { Dialog, DialogBody, DialogFooter, type DialogProps } from './dialog.tsx';

interface DialogFormProps {
  onSubmit: ComponentProps<'form'>['onSubmit'];
  onClose: () => void;
  /** Called by the Cancel button, if not `onClose`. */
  onCancel?: () => void;
  /** The submit button; `children` is its label. */
  submit: Omit<ButtonProps, 'type'>;
  /** The space between the fields, in pixels. */
  gap?: 16 | 20;
  children: ReactNode;
}

/** The form of a dialog: its fields below each other, then Cancel and the submit button. */
export function DialogForm({
  onSubmit,
  onClose,
  onCancel = onClose,
  submit,
  gap = 16,
  children,
}: DialogFormProps) {
  return (
    <form noValidate onSubmit={onSubmit}>
      <DialogBody>
        <div className={gap === 16 ? 'stack g16' : 'stack g20'}>{children}</div>
      </DialogBody>
      <DialogFooter onCancel={onCancel}>
        <Button {...submit} type="submit" />
      </DialogFooter>
    </form>
  );
}

/** A dialog that is one form. */
export function FormDialog({
  title,
  description,
  ...form
}: DialogFormProps & Pick<DialogProps, 'title' | 'description'>) {
  return (
    <Dialog open onClose={form.onClose} title={title} description={description}>
      <DialogForm {...form} />
    </Dialog>
  );
}
