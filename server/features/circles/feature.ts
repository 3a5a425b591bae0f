import * as calls from '../../../contract/circles.ts';
import { loadStrips } from '../../access/show/cover.ts';
import type { Feature, Routes } from '../../feature.ts';
import { addMember, deleteCircle, editCircle, handOver, removeMember, setPriority } from './change.ts';
import { createCircle } from './create.ts';
import { listCircles, loadPlace } from './read.ts';
import { handleEnds } from './end.ts';
import { setFace } from './face.ts';
import { nameKeepers } from './keepers.ts';
import { sweepBlockedMembers } from './sweep.ts';
import { visitCircle } from './visit.ts';
import { knownCircles } from './read.ts';
import { emptyCirclesOf, hideInCircles, leaveAllCircles, showInCircles } from './account-deletion.ts';

const routes: Routes = ({ on }, context) => {
  const { db } = context;
  on(calls.list, ({ viewer }) => listCircles(db.read, viewer));
  on(calls.strips, ({ viewer }) => loadStrips(db, viewer));
  on(calls.get, ({ viewer, input }) => loadPlace(db, viewer, input.id));
  on(calls.create, ({ viewer, input, repeatKey }) => createCircle(db, viewer, input, repeatKey));
  on(calls.edit, ({ viewer, input }) => editCircle(db, viewer, input));
  on(calls.setPriority, ({ viewer, input }) => setPriority(db, viewer, input));
  on(calls.nameKeepers, ({ viewer, input }) => nameKeepers(db, viewer, input));
  on(calls.setFace, ({ viewer, input }) => setFace(db, viewer, input));
  on(calls.handOver, ({ viewer, input }) => handOver(db, viewer, input));
  on(calls.addMember, async ({ viewer, input, exchange }) => {
    const { circle, added } = await addMember(db, viewer, input);
    if (!added) exchange.status(200);
    return circle;
  });
  on(calls.removeMember, async ({ viewer, input }) => {
    await removeMember(db, viewer, input);
    return null;
  });
  on(calls.visit, async ({ viewer, input }) => {
    await visitCircle(db, viewer, input.id);
    return null;
  });
  on(calls.remove, async ({ viewer, input }) => {
    await deleteCircle(context, viewer, input.id);
    return null;
  });
};

export const feature: Feature = {
  routes,
  jobs: (context) => {
    handleEnds(context);
    context.jobs.handle('sweep-blocked-members', () => sweepBlockedMembers(context.db), {
      every: 60 * 60_000,
    });
  },
  exports: ({ db }, viewer) => ({ circles: () => knownCircles(db, viewer) }),
  member: {
    onLeave: (tx, { id }) => leaveAllCircles(tx, id),
    onStartEmpty: emptyCirclesOf,
    onBan: hideInCircles,
    onUnban: showInCircles,
  },
};
