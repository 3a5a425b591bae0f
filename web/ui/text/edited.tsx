// Loads when something edited is shown.
import { useId, useState } from 'react';
import { short } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import './edited.css';

const marginPx = 16;

/** Moves the tip to the left if the right edge of its moment would cut it off. */
const keepInside = (tip: HTMLElement | null): void => {
  const edge = tip?.closest('article')?.getBoundingClientRect().right ?? innerWidth;
  const over = (tip?.getBoundingClientRect().right ?? 0) - (edge - marginPx);
  if (tip && over > 0) tip.style.translate = `${-over}px`;
};

/** The word 'edited', which shows the time on hover, focus or tap. */
export function Edited({ iso }: { iso: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <span
      className="edited"
      onPointerEnter={({ pointerType }) => setOpen(pointerType === 'mouse')}
      onPointerLeave={({ pointerType }) => setOpen((now) => now && pointerType !== 'mouse')}
    >
      <button
        type="button"
        aria-describedby={open ? id : undefined}
        // Safari does not focus a pressed button.
        onClick={({ currentTarget }) => currentTarget.focus()}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      >
        {words.edit.edited}
      </button>
      {open ? (
        <time className="tip" role="tooltip" id={id} dateTime={iso} ref={keepInside}>
          {short(iso)}
        </time>
      ) : null}
    </span>
  );
}
