import { Search } from 'lucide-react';
import { useState } from 'react';
import { words } from '../../words/words.ts';

/** Those of a list in whose text the typed words stand. Case does not matter. */
export const useFound = <T,>(all: readonly T[], textOf: (one: T) => string) => {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLocaleLowerCase(words.locale);
  const found = all.filter((one) => textOf(one).toLocaleLowerCase(words.locale).includes(wanted));
  return { typed, setTyped, wanted, found };
};

interface SearchFieldProps {
  label: string;
  /** The label, if none is given. */
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  describedBy?: string;
}

export function SearchField({ label, placeholder = label, value, onChange, describedBy }: SearchFieldProps) {
  return (
    <div className="inwrap">
      <Search aria-hidden="true" />
      <input
        className="in"
        type="search"
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
