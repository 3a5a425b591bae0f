import { useState } from 'react';
import { Choices } from '../../../ui/form/choices.tsx';
import { words } from '../../../words/words.ts';
import { setTextSize, setTheme, textSize, textSizes, theme, themes } from './look.ts';

const texts = words.look;

/** Text size and theme of this device. A choice applies immediately. */
export function LookCard() {
  const [size, showSize] = useState(textSize);
  const [name, showTheme] = useState(theme);
  return (
    <section className="card pad stack g16" aria-label={words.hub.look}>
      <div>
        <h2 className="text-h3">{texts.size}</h2>
        <Choices
          look="segments"
          label={texts.size}
          choices={textSizes.map((value) => ({ value, label: texts.percent({ size: value }) }))}
          value={size}
          onChange={(next) => {
            setTextSize(next);
            showSize(next);
          }}
        />
        <p className="people mt-2">{texts.sample}</p>
      </div>
      <div>
        <h2 className="text-h3">{texts.theme}</h2>
        <Choices
          look="segments"
          label={texts.theme}
          choices={themes.map((value) => ({ value, label: texts.themes[value] }))}
          value={name}
          onChange={(next) => {
            setTheme(next);
            showTheme(next);
          }}
        />
      </div>
      <p className="small mut">{texts.here}</p>
    </section>
  );
}
