import { asksForPrivacy } from '../../app/privacy.ts';
import { keptLimits } from '../../offline/kept-limits.ts';
import { words } from '../../words/words.ts';

const texts = words.account.browser;

/** Lists what Circle stores in this browser, and what it does not. */
export function BrowserCard() {
  const isPrivate = asksForPrivacy();
  return (
    <section className="card pad" aria-labelledby="browser">
      <h2 id="browser">{texts.title}</h2>
      <p className="small mut mt-2">{texts.text}</p>
      <ul className="kept small mut">
        {texts.kept.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {isPrivate ? null : <li>{texts.photos({ ...keptLimits })}</li>}
      </ul>
      <p className="small mut">{texts.not}</p>
      {isPrivate ? <p className="small mut">{texts.asked}</p> : null}
    </section>
  );
}
