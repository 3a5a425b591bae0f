import { words } from '../../words/words.ts';
import { type Found, leftOutReasons } from './archive/found.ts';

const texts = words.imports;

/** Why files of an archive are not offered, as sentences. */
export const reasonsOf = (leftOut: Found['leftOut']): string[] =>
  leftOutReasons.flatMap((reason) => {
    const count = leftOut[reason];
    return count ? texts.reasons[reason]({ count }) : [];
  });

/** How many files of the archive are not offered, and why. */
export function LeftOutNote({ leftOut }: Pick<Found, 'leftOut'>) {
  const lines = reasonsOf(leftOut);
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
