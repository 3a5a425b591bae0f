import { type SubmitEvent, useState } from 'react';
import { isDay } from '../../../contract/text/taken-day.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { words } from '../../words/words.ts';

const texts = words.timeline;

interface DateDialogProps {
  /** The day of the photos at the top of the screen. */
  day: string;
  onGo: (day: string) => void;
  onClose: () => void;
}

/** Asks for a day. */
export default function DateDialog({ day, onGo, onClose }: DateDialogProps) {
  const [value, setValue] = useState(day);
  const [isWrong, setWrong] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isDay(value)) return setWrong(true);
    onClose();
    onGo(value);
  };
  return (
    <FormDialog
      title={texts.goTo}
      description={texts.goToText}
      submit={{ children: texts.go }}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={texts.date}
        type="date"
        value={value}
        max="9999-12-31"
        error={isWrong ? texts.dateInvalid : undefined}
        onChange={({ currentTarget }) => {
          setValue(currentTarget.value);
          setWrong(false);
        }}
      />
    </FormDialog>
  );
}
