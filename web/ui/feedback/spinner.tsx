import { LoaderCircle } from 'lucide-react';

/** A turning mark beside words. With reduced motion only the words stay. */
export function Spinner({ words }: { words: string }) {
  return (
    <span className="row g8 mut" role="status">
      <LoaderCircle className="spin" aria-hidden="true" size={20} />
      {words}
    </span>
  );
}
