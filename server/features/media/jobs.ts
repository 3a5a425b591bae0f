import type { RegisterJobs } from '../../feature.ts';
import { handleFullCopies } from './full-copy.ts';
import { handleMediaJobs } from './remove.ts';
import { sweepVideos } from './video-uploads.ts';

export const registerJobs: RegisterJobs = (context) => {
  handleMediaJobs(context);
  handleFullCopies(context);
  sweepVideos(context);
};
