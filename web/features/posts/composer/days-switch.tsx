import { Switch } from '../../../ui/form/text-field.tsx';
import { words } from '../../../words/words.ts';

const texts = words.compose.days;

interface DaysSwitchProps {
  /** It is for several photos and videos. */
  forAll?: boolean;
  /** Whether the days on which the photos were taken stay. */
  keepsDays: boolean;
  disabled: boolean;
  onChange: (keepsDays: boolean) => void;
}

/** Keeps or forgets the days on which the photos were taken. */
export function DaysSwitch({ forAll = false, keepsDays, disabled, onChange }: DaysSwitchProps) {
  return (
    <Switch
      label={texts.label}
      hint={texts.hint({ all: forAll })}
      checked={keepsDays}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
