import { groupsOf, scannedSheet } from '../../../contract/text/key-sheets.ts';
import { QrCode } from '../../ui/people/qr-code.tsx';
import { fullDate } from '../../words/dates.ts';
import { words } from '../../words/words.ts';

const texts = words.keySheets.sheet;

interface KeySheetProps {
  number: number;
  letters: string;
  publicKey: string;
  place: string;
  /** When it was made, in epoch milliseconds. */
  madeAt: number;
}

/** One sheet of three, which is printed on a separate page. */
export function KeySheet({ number, letters, publicKey, place, madeAt }: KeySheetProps) {
  return (
    <section className="keysheet" data-secret="" aria-label={texts.title({ number })}>
      <h2>{texts.title({ number })}</h2>
      <p>{texts.about({ place })}</p>
      <QrCode text={scannedSheet(letters)} label={texts.qr({ number })} />
      <ol className="groups">
        {groupsOf(letters).map((group, at) => (
          // Groups can repeat but never move.
          <li key={`${at}-${group}`}>{group}</li>
        ))}
      </ol>
      <p>{texts.how}</p>
      <pre className="code whitespace-pre-wrap">npm run circle -- restore FOLDER --sheets</pre>
      <dl>
        <div className="answer">
          <dt>{texts.holder}</dt>
          <dd />
        </div>
      </dl>
      <p className="small wrap-anywhere">
        {texts.made({ date: fullDate(new Date(madeAt).toISOString()), host: location.host, publicKey })}
      </p>
    </section>
  );
}
