import { ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import type { Option } from '../form/select.tsx';
import { ListItem } from './list-item.tsx';
import './rows.css';

interface RowProps {
  icon?: LucideIcon;
  /** In place of an icon, such as a circle's dot. */
  mark?: ReactNode;
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

function Parts({ icon: Icon, mark, title, note, state, id }: RowProps & { id?: string }) {
  return (
    <>
      {Icon ? <Icon aria-hidden="true" /> : null}
      {mark}
      <span className="rt">
        <b id={id}>{title}</b>{' '}
        {note ? (
          <span id={id && `${id}-n`} className="rnote">
            {note}
          </span>
        ) : null}
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

interface ActRowProps extends RowProps {
  onPress: () => void;
  /** It opens a dialog. */
  opens?: boolean;
  /** Whether what it unfolds below is shown. */
  expanded?: boolean;
}

/** Does something, such as opening a dialog. */
export function ActRow({ onPress, opens, expanded, ...row }: ActRowProps) {
  return (
    <ListItem>
      <button
        type="button"
        className="r"
        aria-haspopup={opens ? 'dialog' : undefined}
        aria-expanded={expanded}
        onClick={onPress}
      >
        <Parts {...row} />
        {opens ? <ChevronRight aria-hidden="true" className="rgo" /> : null}
        {expanded === undefined ? null : (
          <ChevronDown aria-hidden="true" className={expanded ? 'rgo turn up' : 'rgo turn'} />
        )}
      </button>
    </ListItem>
  );
}

/** Shows something, with its own control at the end. */
export function PlainRow({ children, ...row }: RowProps & { children?: ReactNode }) {
  return (
    <ListItem className="r">
      <Parts {...row} />
      {children}
    </ListItem>
  );
}

/** Chooses one of several by the browser's own select. A choice acts immediately. */
export function SelectRow<T extends string>({
  label,
  options,
  value,
  onChoose,
  ...row
}: RowProps & {
  /** The name of the select, where the title says too little. */
  label?: string;
  options: readonly Option<T>[];
  value: T;
  onChoose: (value: T) => void;
}) {
  const id = useId();
  return (
    <li>
      <label className="r" htmlFor={id}>
        <Parts {...row} id={`${id}-t`} />
        <span className="rsel">
          <select
            id={id}
            aria-label={label}
            aria-labelledby={label === undefined ? `${id}-t` : undefined}
            aria-describedby={row.note ? `${id}-t-n` : undefined}
            value={value}
            onChange={({ currentTarget }) => {
              const chosen = options.find((option) => option.value === currentTarget.value);
              if (chosen) onChoose(chosen.value);
            }}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </span>
      </label>
    </li>
  );
}
