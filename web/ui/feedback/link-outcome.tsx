import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../form/button.tsx';
import { Ring } from '../pencil/ring.tsx';

interface OutcomeProps {
  title: string;
  text: string;
  /** Where one goes on from here. */
  href: string;
  action: string;
}

/** A link out of a mail, or off another screen, did what it is for. */
export function LinkDone({ title, text, href, action }: OutcomeProps) {
  return (
    <main id="main" className="auth1">
      <span className="mk" aria-hidden="true">
        <Ring shape="round" variant={2} />
        <Check />
      </span>
      <h1 className="mt-5">{title}</h1>
      <p className="mut mt-2 mb-5.5" role="status">
        {text}
      </p>
      <ButtonLink href={href} size="lg" full>
        {action}
      </ButtonLink>
    </main>
  );
}

/** The link is wrong, used or over: why, and what to do. */
export function LinkInvalid({
  title,
  problem,
  text,
  href,
  action,
  children,
}: OutcomeProps & { problem: string; children?: ReactNode }) {
  return (
    <main id="main" className="auth1">
      <h1>{title}</h1>
      <p className="mt-2" role="alert">
        {problem}
      </p>
      <p className="mut mt-2 mb-5.5">{text}</p>
      <ButtonLink href={href} size="lg" full>
        {action}
      </ButtonLink>
      {children}
    </main>
  );
}
