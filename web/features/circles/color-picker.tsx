// Separate from color-field.tsx: loads when the swatches are not enough.
import { HexColorPicker } from 'react-colorful';

/** A picker for any colour. */
export default function ColorPicker({
  color,
  onChange,
}: {
  color: string;
  onChange: (color: string) => void;
}) {
  return <HexColorPicker color={color} onChange={(next) => onChange(next.toUpperCase())} />;
}
