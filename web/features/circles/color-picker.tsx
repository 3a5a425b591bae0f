import { HexColorPicker } from 'react-colorful';

/** Any colour at all. In a file of its own, so that it is loaded when somebody asks for more than the swatches. */
export default function ColorPicker({
  color,
  onChange,
}: {
  color: string;
  onChange: (color: string) => void;
}) {
  return <HexColorPicker color={color} onChange={(next) => onChange(next.toUpperCase())} />;
}
