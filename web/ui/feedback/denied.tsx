import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Ring } from '../pencil/ring.tsx';

interface DeniedProps {
  title: string;
  text: string;
  /** The way out. */
  children: ReactNode;
}

/** The 'access denied' page. */
export function Denied({ title, text, children }: DeniedProps) {
  return (
    <main id="main">
      <div className="page denied">
        <span className="mk" aria-hidden="true">
          <Ring shape="round" variant={1} />
          <Lock />
        </span>
        <h1>{title}</h1>
        <p className="mut">{text}</p>
        <div>{children}</div>
      </div>
    </main>
  );
}
