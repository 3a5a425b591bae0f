import { messages } from '../../../contract/errors/errors.ts';
import * as calls from '../../../contract/imports.ts';
import type { Feature, Routes } from '../../feature.ts';
import { invalid } from '../../platform/problem.ts';
import { createTurns } from '../media/turns.ts';
import { addAlbum, addPhoto, addVideo, openImport, startVideo } from './add.ts';
import { findCurrent, presentImport } from './find.ts';
import { forgetImportsOf, keepImport, shareImport } from './share.ts';
import { ownImports } from './find.ts';

const routes: Routes = ({ on }, context) => {
  const { db } = context;
  // One photo at a time for all members: the processors are for what people are waiting for (IMPORT-8).
  const adding = createTurns({ running: 1, perMember: { running: 1, waiting: 4 } });
  on(calls.open, ({ viewer, input }) => openImport(context, viewer, input));
  on(calls.current, async ({ viewer }) => {
    const open = await findCurrent(db.read, viewer);
    return { import: open ? await presentImport(db.read, viewer, open) : null };
  });
  on(calls.addAlbum, ({ viewer, input, repeatKey }) => addAlbum(context, viewer, input, repeatKey));
  on(calls.addPhoto, ({ viewer, input, files }) => {
    const [photo] = files;
    if (!photo) throw invalid('photo', messages.photoMissing);
    return adding(viewer.id, () => addPhoto(context, viewer, input, photo.file));
  });
  on(calls.startVideo, ({ viewer, input }) => startVideo(context, viewer, input));
  on(calls.addVideo, ({ viewer, input }) => addVideo(context, viewer, input));
  on(calls.share, ({ viewer, input, repeatKey }) => shareImport(context, viewer, input, repeatKey));
  on(calls.keep, async ({ viewer, input }) => {
    await keepImport(context, viewer, input);
    return null;
  });
};

export const feature: Feature = {
  routes,
  exports: ({ db }, viewer) => ({ imports: () => ownImports(db.read, viewer) }),
  member: { onStartEmpty: forgetImportsOf },
};
