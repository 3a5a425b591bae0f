import type { RegisterJobs } from '../../feature.ts';
import { handleLetterPhotos } from './photos.ts';

export const registerJobs: RegisterJobs = (context) => {
  handleLetterPhotos(context);
};
