import { useSearchParams } from 'wouter';
import { languageNames } from '../../../contract/shapes.ts';
import { words } from '../../words/words.ts';

const current = words.locale.slice(0, 2);

/** Leads a visitor to the same page in another language. The server remembers the choice in this browser. */
export function LanguageLinks() {
  const [search] = useSearchParams();
  const others = Object.entries(languageNames).filter(([code]) => code !== current);
  return (
    <nav aria-label={words.controls.language} className="small flex flex-wrap gap-x-4 gap-y-2">
      {others.map(([code, name]) => (
        <a
          key={code}
          href={`?${new URLSearchParams({ ...Object.fromEntries(search), language: code })}`}
          lang={code}
          hrefLang={code}
          className="link"
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
