import type { RegisterJobs } from '../../feature.ts';
import { handleFullCopies } from './full-copy.ts';
import { handleMediaJobs } from './remove.ts';

export const registerJobs: RegisterJobs = (context) => {
  handleMediaJobs(context);
  handleFullCopies(context);
};
