import type { Circle, Member } from '../../../contract/shapes.ts';
import type { CircleAct } from './circle-header.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const AddMembersDialog = lazyComponent(() => import('./add-members-dialog.tsx'));
const DeleteCircleDialog = lazyComponent(() => import('./delete-circle-dialog.tsx'));
const HandOverDialog = lazyComponent(() => import('./hand-over-dialog.tsx'));
const LeaveCircleDialog = lazyComponent(async () => ({
  default: (await import('./membership-dialogs.tsx')).LeaveCircleDialog,
}));
const RemoveMemberDialog = lazyComponent(async () => ({
  default: (await import('./membership-dialogs.tsx')).RemoveMemberDialog,
}));

/** The open dialog of the circle's page: one of its actions, or the removal of a member. */
export type OpenDialog = Exclude<CircleAct, 'edit'> | { remove: Member };

/** The dialogs of a circle's page, each loaded when it is first opened. */
export function CircleDialogs({
  circle,
  open,
  onClose,
}: {
  circle: Circle;
  open: OpenDialog;
  onClose: () => void;
}) {
  return dialogOf(circle, open, onClose);
}

const dialogOf = (circle: Circle, open: OpenDialog, onClose: () => void) => {
  if (open === 'add') return <AddMembersDialog circle={circle} onClose={onClose} />;
  if (open === 'delete') return <DeleteCircleDialog circle={circle} onClose={onClose} />;
  if (open === 'hand-over') return <HandOverDialog circle={circle} onClose={onClose} />;
  if (open === 'leave') return <LeaveCircleDialog circle={circle} onClose={onClose} />;
  return <RemoveMemberDialog circle={circle} member={open.remove} onClose={onClose} />;
};
