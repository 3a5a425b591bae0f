import type { Member, MemberInCircles } from '../../../contract/shapes.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const AddToCirclesDialog = lazyComponent(() => import('./add-to-circles-dialog.tsx'));
const ConnectionsDialog = lazyComponent(() => import('./connections-dialog.tsx'));
const HiddenPeopleDialog = lazyComponent(() => import('../blocking/hidden-people-dialog.tsx'));
const PersonDialog = lazyComponent(() => import('./person-dialog.tsx'));

/** The open dialog of the page, and the person it is about. */
export type OpenDialog = 'connections' | 'hidden' | { view: MemberInCircles } | { add: Member };

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
  return shown();
}
