import type { ReactNode } from 'react';
import type { WholeCircle } from '../../../contract/circles.ts';
import type { Member } from '../../../contract/shapes.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const AddPeopleDialog = lazyComponent(() => import('./add-people-dialog.tsx'));
const DeleteCircleDialog = lazyComponent(() => import('./delete-circle-dialog.tsx'));
const HandOverDialog = lazyComponent(() => import('./hand-over-dialog.tsx'));
const KeepersDialog = lazyComponent(() => import('./keepers-dialog.tsx'));
const LeaveCircleDialog = lazyComponent(async () => ({
  default: (await import('./membership-dialogs.tsx')).LeaveCircleDialog,
}));
const RemoveMemberDialog = lazyComponent(async () => ({
  default: (await import('./membership-dialogs.tsx')).RemoveMemberDialog,
}));

/** The open dialog of the circle's page: one of its actions, or the removal of a member. */
export type OpenDialog = 'add' | 'delete' | 'leave' | 'hand-over' | 'keepers' | { remove: Member };

interface CircleDialogsProps {
  circle: WholeCircle;
  open: OpenDialog;
  /** Rows of the sheet 'Add people'. */
  newcomers: ReactNode;
  onClose: () => void;
}

/** The dialogs of a circle's page, each loaded when it is first opened. */
export function CircleDialogs({ circle, open, newcomers, onClose }: CircleDialogsProps) {
  if (open === 'add') return <AddPeopleDialog circle={circle} newcomers={newcomers} onClose={onClose} />;
  if (open === 'delete') return <DeleteCircleDialog circle={circle} onClose={onClose} />;
  if (open === 'hand-over') return <HandOverDialog circle={circle} onClose={onClose} />;
  if (open === 'keepers') return <KeepersDialog circle={circle} onClose={onClose} />;
  if (open === 'leave') return <LeaveCircleDialog circle={circle} onClose={onClose} />;
  return <RemoveMemberDialog circle={circle} member={open.remove} onClose={onClose} />;
}
