import { HexColorPicker } from 'react-colorful';

/** A picker for any colour, in a separate file that loads when the swatches are not enough. */
export default function ColorPicker({
  color,
  onChange,
}: {
  color: string;
  onChange: (color: string) => void;
}) {
  return <HexColorPicker color={color} onChange={(next) => onChange(next.toUpperCase())} />;
}
