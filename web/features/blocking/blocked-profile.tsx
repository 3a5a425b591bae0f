import { Ban } from 'lucide-react';
import { useState } from 'react';
import type { Person } from '../../../contract/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { words } from '../../words/words.ts';
import { displayName } from '../members/names.ts';
import { later } from '../../ui/later.tsx';

const texts = words.blocking;

const BlockDialog = later(() => import('./block-dialog.tsx'));

/** What stands where the profile of somebody was whom the member blocks. Nobody else finds anything there. */
export function BlockedProfile({ person, onUnblocked }: { person: Person; onUnblocked: () => void }) {
  const [asked, setAsked] = useState(false);
  const name = displayName(person);
  return (
    <main id="main">
      <div className="page stack g12 items-start">
        <h1>{texts.blockedTitle(name)}</h1>
        <p className="mut">{texts.blockedText}</p>
        <Button kind="quiet" icon={Ban} onClick={() => setAsked(true)}>
          {texts.unblockName(name)}
        </Button>
      </div>
      {asked ? (
        <BlockDialog person={person} act="unblock" onClose={() => setAsked(false)} onDone={onUnblocked} />
      ) : null}
    </main>
  );
}
