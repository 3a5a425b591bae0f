interface ProgressProps {
  label: string;
  /** 0 to 100. */
  value: number;
  tone?: 'plain' | 'ok' | 'warn' | 'bad';
}

/** A bar. Screen readers hear every quarter, not every step. */
export function Progress({ label, value, tone = 'plain' }: ProgressProps) {
  const bounded = Math.max(0, Math.min(100, value));
  return (
    <div
      className={tone === 'plain' ? 'pg' : `pg ${tone}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(bounded)}
    >
      <i style={{ width: `${bounded}%` }} />
      <span className="vh" role="status">
        {bounded > 0 ? `${label}: ${Math.floor(bounded / 25) * 25} %` : ''}
      </span>
    </div>
  );
}
