import { type ReactNode, useId } from 'react';
import { useChanged, rove } from '../hooks/roving.ts';
import { Ring } from '../pencil/ring.tsx';
import type { Option } from '../form/select.tsx';

interface TabsProps<T extends string> {
  label: string;
  tabs: readonly Option<T>[];
  value: T;
  onChange: (value: T) => void;
  /** Scrolls to both edges of the screen on phones. */
  bleed?: boolean;
  /** The selected tab's content. */
  children: ReactNode;
}

/** Text tabs; the selected one is ringed. */
export function Tabs<T extends string>({ label, tabs, value, onChange, bleed, children }: TabsProps<T>) {
  const id = useId();
  const changed = useChanged(value);
  return (
    <>
      <div
        className={bleed ? 'tabs bleed' : 'tabs'}
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => {
          const next = rove(event, '[role="tab"]');
          const tab = next === null ? undefined : tabs[next];
          if (tab) onChange(tab.value);
        }}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.value === value ? <Ring shape="wide" variant={index} draw={changed} /> : null}
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
