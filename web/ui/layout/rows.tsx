import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import './rows.css';

interface RowProps {
  icon?: LucideIcon;
  title: ReactNode;
  /** A second line under the title. */
  note?: ReactNode;
  /** How it stands now, at the end of the line. */
  state?: ReactNode;
}

/** Rows of 60 px, from edge to edge on phones. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="rows">{children}</ul>;
}

function Parts({ icon: Icon, title, note, state }: RowProps) {
  return (
    <>
      {Icon ? <Icon aria-hidden="true" /> : null}
      <span className="rt">
        <b>{title}</b> {note ? <span className="rnote">{note}</span> : null}
      </span>{' '}
      {state ? <span className="rst">{state}</span> : null}
    </>
  );
}

/** Leads to a page. */
export function LinkRow({ href, ...row }: RowProps & { href: string }) {
  return (
    <li>
      <Link href={href} className="r">
        <Parts {...row} />
        <ChevronRight aria-hidden="true" className="rgo" />
      </Link>
    </li>
  );
}

/** Does something, such as opening a dialog, which then shows a chevron. */
export function ActRow({ onPress, opens, ...row }: RowProps & { onPress: () => void; opens?: boolean }) {
  return (
    <li>
      <button type="button" className="r" aria-haspopup={opens ? 'dialog' : undefined} onClick={onPress}>
        <Parts {...row} />
        {opens ? <ChevronRight aria-hidden="true" className="rgo" /> : null}
      </button>
    </li>
  );
}

/** Shows something, with its own control at the end. */
export function PlainRow({ children, ...row }: RowProps & { children?: ReactNode }) {
  return (
    <li className="r">
      <Parts {...row} />
      {children}
    </li>
  );
}
