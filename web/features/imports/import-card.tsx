import { Images } from 'lucide-react';
import { ButtonLink } from '../../ui/form/links.tsx';
import { words } from '../../words/words.ts';

const texts = words.imports.card;

/** On My Account: leads to the import. */
export function ImportCard() {
  return (
    <section className="card pad" aria-labelledby="import">
      <h2 id="import">{texts.title}</h2>
      <p className="small mut mt-2">{texts.text}</p>
      <div className="mt-3">
        <ButtonLink kind="quiet" href="/import" icon={Images}>
          {texts.action}
        </ButtonLink>
      </div>
    </section>
  );
}
