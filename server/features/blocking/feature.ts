import * as calls from '../../../contract/blocking.ts';
import type { Feature, Routes } from '../../feature.ts';
import { listMutes, muteMember, unmuteMember } from './mute.ts';
import {
  blockMember,
  forgetOwnBlocks,
  forgetWhoAdded,
  listBlocks,
  sweepBlockedMemberships,
  unblockMember,
} from './block.ts';

const routes: Routes = ({ on }, { db }) => {
  on(calls.list, ({ viewer }) => listBlocks(db, viewer));
  on(calls.listMuted, ({ viewer }) => listMutes(db, viewer));
  on(calls.block, async ({ viewer, input }) => {
    await blockMember(db, viewer, input.id);
    return null;
  });
  on(calls.mute, async ({ viewer, input }) => {
    await muteMember(db, viewer, input.id);
    return null;
  });
  on(calls.unmute, async ({ viewer, input }) => {
    await unmuteMember(db, viewer, input.id);
    return null;
  });
  on(calls.unblock, async ({ viewer, input }) => {
    await unblockMember(db, viewer, input.id);
    return null;
  });
};

export const feature: Feature = {
  routes,
  jobs: (context) => {
    context.jobs.handle('sweep-blocked-memberships', () => sweepBlockedMemberships(context.db), {
      every: 60 * 60_000,
    });
  },
  exports: ({ db }, viewer) => ({
    blocked: () => listBlocks(db, viewer),
    muted: () => listMutes(db, viewer),
  }),
  member: { onLeave: (tx, { id }) => forgetWhoAdded(tx, id), onStartEmpty: forgetOwnBlocks },
};
