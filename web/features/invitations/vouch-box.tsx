import { CheckboxRow } from '../../ui/form/checkbox-row.tsx';
import { words } from '../../words/words.ts';

const texts = words.invitations.vouch;

/** The choice to verify the member who accepts the invitation. */
export function VouchBox({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <CheckboxRow
      label={texts.label}
      note={texts.note}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
