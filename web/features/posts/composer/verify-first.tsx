import { BadgeCheck } from 'lucide-react';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { words } from '../../../words/words.ts';

const texts = words.compose;

/** Replaces the form until the member is verified. */
export function VerifyFirst() {
  return (
    <div className="card pad stack g8 items-start max-w-136">
      <p className="b">{texts.verify}</p>
      <p className="mut">{texts.verifyText}</p>
      <ButtonLink href="/verification" icon={BadgeCheck} className="mt-2">
        {texts.verifyLink}
      </ButtonLink>
    </div>
  );
}
