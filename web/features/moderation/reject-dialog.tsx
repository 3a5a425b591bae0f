import { useState } from 'react';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { VerificationRequest } from '../../../contract/verification.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { TextArea } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';

const texts = words.moderation.verifications.dialog;

interface RejectDialogProps {
  request: VerificationRequest;
  /** The typed note, if the server refused it. */
  notes: string;
  onClose: () => void;
  onReject: (notes: string) => void;
}

const length = (text: string): number => [...text].length;

/** Rejects with a note, which its member reads. */
export default function RejectDialog({ request, notes: before, onClose, onReject }: RejectDialogProps) {
  const [notes, setNotes] = useState(before);
  const [error, setError] = useState<string | undefined>();
  const name = displayName(request.user);
  const check = (): string | undefined => {
    if (notes.trim() === '') return messages.notesRequired;
    return length(notes.trim()) > limits.notes ? messages.notesTooLong : undefined;
  };
  return (
    <Dialog open onClose={onClose} title={texts.title({ name })} description={texts.intro({ name })}>
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          const wrong = check();
          setError(wrong);
          if (wrong === undefined) onReject(notes.trim());
          else event.currentTarget.querySelector('textarea')?.focus();
        }}
      >
        <DialogBody>
          <TextArea
            label={texts.notes}
            error={error}
            count={{ now: length(notes), max: limits.notes }}
            value={notes}
            rows={4}
            onChange={({ currentTarget: { value } }) => setNotes(value)}
          />
        </DialogBody>
        <DialogFooter onCancel={onClose}>
          <Button type="submit" kind="danger">
            {texts.submit}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
