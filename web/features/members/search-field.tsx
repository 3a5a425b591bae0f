import { Search } from 'lucide-react';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  describedBy?: string;
}

export function SearchField({ label, placeholder, value, onChange, describedBy }: SearchFieldProps) {
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
