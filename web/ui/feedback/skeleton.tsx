/** A grey bed where something will stand; `className` gives its size. Silent: the page says that it is loading. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`sk block ${className}`} aria-hidden="true" />;
}
