import { Pipette } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { useChanged } from '../../ui/hooks/roving.ts';
import { FieldError } from '../../ui/form/field.tsx';
import { Ring } from '../../ui/pencil/ring.tsx';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.circles.form;
const ColorPicker = lazyComponent(() => import('./color-picker.tsx'));

export const defaultColor = '#3B82F6';
const swatches = ['#C2410C', defaultColor, '#0F9D8A', '#8B5CF6', '#4D7C0F', '#DB2777', '#E3B505'];

interface ColorFieldProps {
  value: string;
  onChange: (color: string) => void;
  error?: string | undefined;
}

/** Seven swatches, and a picker for every other colour. */
export function ColorField({ value, onChange, error }: ColorFieldProps) {
  const [picking, setPicking] = useState(false);
  const id = useId();
  const changed = useChanged(value);
  return (
    <fieldset className="field">
      <legend className="lab mb-1">{texts.color}</legend>
      <div className="row wrap -ml-1 gap-0.5">
        {swatches.map((color, index) => (
          <label key={color} className="swt" style={{ '--c': color }}>
            <input
              type="radio"
              name={id}
              className="vh"
              aria-label={color}
              checked={value === color}
              onChange={() => onChange(color)}
            />
            <i aria-hidden="true" />
            {value === color ? <Ring shape="round" variant={index} draw={changed} /> : null}
          </label>
        ))}
      </div>
      <div className="row between">
        <p className="hint grow">{texts.colorHint}</p>
        <Button
          kind="quiet"
          size="sm"
          icon={Pipette}
          className="flex-none"
          aria-label={`${texts.anyColor}, ${value}`}
          aria-expanded={picking}
          onClick={() => setPicking(!picking)}
        >
          {value}
        </Button>
      </div>
      {picking ? <ColorPicker color={value} onChange={onChange} /> : null}
      {error ? <FieldError text={error} /> : null}
    </fieldset>
  );
}
