// A separate module: loaded only when a colour other than the swatches is wanted.
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
