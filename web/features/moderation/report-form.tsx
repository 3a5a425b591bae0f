import type { ComponentProps } from 'react';
import { limits } from '../../../contract/limits.ts';
import { TextArea } from '../../ui/form/text-field.tsx';
import { DialogForm } from '../../ui/overlay/form-dialog.tsx';
import { words } from '../../words/words.ts';

const texts = words.moderation.review;

interface ReportFormProps extends ComponentProps<typeof DialogForm> {
  notes: string;
  onNotes: (notes: string) => void;
}

/** A form about a report, with the moderators' notes as its last field. */
export function ReportForm({ notes, onNotes, children, ...form }: ReportFormProps) {
  return (
    <DialogForm {...form}>
      {children}
      <TextArea
        label={texts.notes}
        hint={texts.notesHint}
        count={{ now: [...notes].length, max: limits.notes }}
        value={notes}
        rows={3}
        onChange={({ currentTarget: { value } }) => onNotes(value)}
      />
    </DialogForm>
  );
}
