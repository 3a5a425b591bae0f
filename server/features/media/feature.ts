import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import * as calls from '../../../contract/media.ts';
import type { Feature, Routes } from '../../feature.ts';
import { invalid } from '../../platform/problem.ts';
import { findKnown } from './stored-file.ts';
import { takeBackPhoto } from './photos.ts';
import { createFileSender } from './send-file.ts';
import { createTurns } from './turns.ts';
import { uploadPhoto } from './upload-photo.ts';
import { cancelVideo, findParts, findUpload, putPart, startVideo, sweepVideos } from './video-uploads.ts';
import { finishVideo } from './videos.ts';
import { addVoice } from './voices.ts';
import { handleFullCopies } from './full-copy.ts';
import { handleMediaJobs } from './remove.ts';

const FileParams = z.object({ file: z.string() });

const routes: Routes = ({ on, raw }, context) => {
  on(calls.upload, async ({ viewer, input, files: [photo], repeatKey }) => {
    if (!photo) throw invalid('photo', messages.photoMissing);
    const { publicId, smallest } = await uploadPhoto(context, viewer, photo.file, input, repeatKey);
    return { id: publicId, url: `/uploads/${smallest}` };
  });
  // A copy of a recording takes milliseconds, and the recording 8 MB.
  const copying = createTurns({ running: 4, perMember: { running: 1, waiting: 2 } });
  on(calls.addVoice, async ({ viewer, input, files: [sound], repeatKey }) => {
    if (!sound) throw invalid('sound', messages.voiceMissing);
    return copying(viewer.id, () => addVoice(context, viewer, sound.file, input, repeatKey));
  });
  on(calls.known, async ({ viewer, input }) => ({
    known: await findKnown(context.db.read, viewer, input.contentHashes),
  }));
  on(calls.remove, async ({ viewer, input }) => {
    await takeBackPhoto(context, viewer, input.id);
    return null;
  });
  // Each part is in memory, and each video takes up to 300 MB of temporary files while it is copied.
  const storing = createTurns({ running: 4, perMember: { running: 2, waiting: 4 } });
  const finishing = createTurns({ running: 4, perMember: { running: 1, waiting: 2 } });
  // One video at a time for all members: others do not wait behind it (IMPORT-8).
  const finishingImported = createTurns({ running: 1, perMember: { running: 1, waiting: 4 } });
  on(calls.startVideo, ({ viewer, input }) => startVideo(context, viewer, input));
  on(calls.putVideoPart, async ({ viewer, input, octets }) => {
    if (octets) await storing(viewer.id, () => putPart(context, viewer, input, octets));
    return null;
  });
  on(calls.videoUpload, ({ viewer, input }) => findParts(context, viewer, input.id));
  on(calls.cancelVideo, async ({ viewer, input }) => {
    await cancelVideo(context, viewer, input.id);
    return null;
  });
  on(calls.finishVideo, async ({ viewer, input: { id }, files }) => {
    const [poster] = files;
    if (!poster) throw invalid('poster', messages.photoMissing);
    const { isImport } = await findUpload(context.db.read, viewer, id);
    const turns = isImport ? finishingImported : finishing;
    return turns(viewer.id, () => finishVideo(context, viewer, { id, poster: poster.file }));
  });
  const sendFile = createFileSender(context);
  for (const path of ['/uploads/:file', '/api/images/:file']) {
    raw({ method: 'GET', path, credential: 'member', rate: 'files' }, (request, reply, viewer) =>
      sendFile(request, reply, viewer, FileParams.parse(request.params).file),
    );
  }
};

export const feature: Feature = {
  routes,
  jobs: (context) => {
    handleMediaJobs(context);
    handleFullCopies(context);
    sweepVideos(context);
  },
};
