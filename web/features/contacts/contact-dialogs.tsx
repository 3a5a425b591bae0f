import { lazy, Suspense } from 'react';
import type { Member } from '../../../contract/shapes.ts';
import type { Contact } from './contact-row.tsx';

const AddToCirclesDialog = lazy(() => import('./add-to-circles-dialog.tsx'));
const ConnectionsDialog = lazy(() => import('./connections-dialog.tsx'));
const HiddenPeopleDialog = lazy(() => import('../blocking/hidden-people-dialog.tsx'));
const PersonDialog = lazy(() => import('./person-dialog.tsx'));

/** Which dialog of the page is open, and about whom. */
export type OpenDialog = 'connections' | 'hidden' | { view: Contact } | { add: Member };

interface ContactDialogsProps {
  open: OpenDialog;
  onOpen: (open: OpenDialog | null) => void;
}

export function ContactDialogs({ open, onOpen }: ContactDialogsProps) {
  const close = () => onOpen(null);
  const shown = () => {
    if (open === 'connections') return <ConnectionsDialog onClose={close} />;
    if (open === 'hidden') return <HiddenPeopleDialog onClose={close} />;
    if ('add' in open) return <AddToCirclesDialog key={open.add.id} person={open.add} onClose={close} />;
    return (
      <PersonDialog
        person={open.view}
        circles={open.view.circles}
        onClose={close}
        onAdd={() => onOpen({ add: open.view })}
        onConnections={() => onOpen('connections')}
      />
    );
  };
  return <Suspense fallback={null}>{shown()}</Suspense>;
}
