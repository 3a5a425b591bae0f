import { words } from '../../words/words.ts';
import type { Found } from './archive/found.ts';

const texts = words.imports;

/** How many files of the archive are not offered, and why. */
export function LeftOutNote({ leftOut }: Pick<Found, 'leftOut'>) {
  const { video, original, trash, missing, unreadable } = leftOut;
  const lines = [
    video ? texts.reasons.video(video) : [],
    original ? texts.reasons.original(original) : [],
    trash ? texts.reasons.trash(trash) : [],
    missing ? texts.reasons.missing(missing) : [],
    unreadable ? texts.reasons.unreadable(unreadable) : [],
  ].flat();
  if (lines.length === 0) return null;
  return (
    <section className="small mut" aria-label={texts.notOffered}>
      <p className="b">{texts.notOffered}</p>
      <ul className="im-lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
