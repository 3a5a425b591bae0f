import { Ban, Flag } from 'lucide-react';
import { useState } from 'react';
import type { Person } from '../../../contract/shapes.ts';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.blocking;

const BlockDialog = lazyComponent(() => import('./block-dialog.tsx'));
const ReportDialog = lazyComponent(() => import('../reporting/report-dialog.tsx'));

/** Replaces the profile of a member whom the viewer has blocked. Other viewers never see this page. */
export function BlockedProfile({ person, onUnblocked }: { person: Person; onUnblocked: () => void }) {
  const [open, setOpen] = useState<'unblock' | 'report' | null>(null);
  const close = () => setOpen(null);
  const name = displayName(person);
  return (
    <main id="main">
      <div className="page stack g12 items-start">
        <h1>{texts.blockedTitle({ name })}</h1>
        <p className="mut">{texts.blockedText}</p>
        <div className="row wrap g8">
          <Button
            kind="quiet"
            icon={Ban}
            aria-label={texts.unblockName({ name })}
            onClick={() => setOpen('unblock')}
          >
            {texts.unblock}
          </Button>
          <Button kind="ghost" icon={Flag} onClick={() => setOpen('report')}>
            {words.reporting.member}
          </Button>
        </div>
      </div>
      {open === 'unblock' ? (
        <BlockDialog person={person} act="unblock" onClose={close} onDone={onUnblocked} />
      ) : null}
      {open === 'report' ? (
        <ReportDialog targetType="user" targetId={person.id} person={person} onClose={close} />
      ) : null}
    </main>
  );
}
