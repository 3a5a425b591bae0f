import type { LucideIcon } from 'lucide-react';
import { Ring } from '../pencil/ring.tsx';

export interface Step {
  title: string;
  note: string;
  icon: LucideIcon;
}

/** Numbered instructions, each with its icon. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <section className="card">
      <ol className="steps">
        {steps.map(({ title, note, icon: Icon }, index) => (
          <li key={title}>
            <span className="n">
              <Ring shape="round" variant={index} />
            </span>
            <span>
              <b className="b block">{title}</b>
              <span className="small mut">{note}</span>
            </span>
            <Icon aria-hidden="true" />
          </li>
        ))}
      </ol>
    </section>
  );
}
