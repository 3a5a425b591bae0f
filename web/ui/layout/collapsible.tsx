import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

interface CollapsibleProps {
  title: ReactNode;
  /** A second line under the title, such as a count. */
  note?: ReactNode;
  /** Content before the title, such as a circle's dot. */
  mark?: ReactNode;
  /** Content at the end of the line, such as a badge. */
  end?: ReactNode;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A card that opens and closes under its heading. */
export function Collapsible({ title, note, mark, end, open, onToggle, children }: CollapsibleProps) {
  // Once opened its contents stay, as somebody may have typed into them before they closed it.
  const [opened, setOpened] = useState(open);
  const id = useId();
  if (open && !opened) setOpened(true);
  return (
    <section className="cc">
      <h2>
        <button type="button" className="hd" aria-expanded={open} aria-controls={id} onClick={onToggle}>
          {mark}
          <span className="grow">
            <span className="block">{title}</span>
            {note ? <span className="small mut block">{note}</span> : null}
          </span>
          {end}
          <ChevronDown aria-hidden="true" className={open ? 'turn up' : 'turn'} />
        </button>
      </h2>
      <div id={id} hidden={!open}>
        {opened ? children : null}
      </div>
    </section>
  );
}
