import { Switch } from '../../../ui/form/switch.tsx';
import { words } from '../../../words/words.ts';

const texts = words.compose.days;

interface DaysSwitchProps {
  /** Whether the days on which the photos were taken stay. */
  keepsDays: boolean;
  disabled: boolean;
  onChange: (keepsDays: boolean) => void;
}

/** Keeps or forgets the days on which the photos were taken. */
export function DaysSwitch({ keepsDays, disabled, onChange }: DaysSwitchProps) {
  return (
    <Switch
      label={texts.label}
      hint={texts.hint}
      checked={keepsDays}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
