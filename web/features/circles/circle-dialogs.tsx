import { lazy, Suspense } from 'react';
import type { Circle, Member } from '../../../contract/shapes.ts';
import type { CircleAct } from './circle-header.tsx';

const AddMembersDialog = lazy(() => import('./add-members-dialog.tsx'));
const DeleteCircleDialog = lazy(() => import('./delete-circle-dialog.tsx'));
const HandOverDialog = lazy(() => import('./hand-over-dialog.tsx'));
const LeaveCircleDialog = lazy(async () => ({
  default: (await import('./leave-dialogs.tsx')).LeaveCircleDialog,
}));
const RemoveMemberDialog = lazy(async () => ({
  default: (await import('./leave-dialogs.tsx')).RemoveMemberDialog,
}));

/** What is open over the circle's page: one of its acts, or the removal of one member. */
export type OpenDialog = Exclude<CircleAct, 'edit'> | { remove: Member };

/** The dialogs of a circle's page, each loaded when it is first asked for. */
export function CircleDialogs({
  circle,
  open,
  onClose,
}: {
  circle: Circle;
  open: OpenDialog;
  onClose: () => void;
}) {
  return <Suspense fallback={null}>{dialogOf(circle, open, onClose)}</Suspense>;
}

const dialogOf = (circle: Circle, open: OpenDialog, onClose: () => void) => {
  if (open === 'add') return <AddMembersDialog circle={circle} onClose={onClose} />;
  if (open === 'delete') return <DeleteCircleDialog circle={circle} onClose={onClose} />;
  if (open === 'hand-over') return <HandOverDialog circle={circle} onClose={onClose} />;
  if (open === 'leave') return <LeaveCircleDialog circle={circle} onClose={onClose} />;
  return <RemoveMemberDialog circle={circle} member={open.remove} onClose={onClose} />;
};
