import type { RegisterJobs } from '../../feature.ts';
import { makeDueLetters, queueOpenLetters } from './evening.ts';
import { handleLetterPhotos } from './photos.ts';
import { handleLetters } from './send.ts';

export const registerJobs: RegisterJobs = (context) => {
  handleLetters(context);
  handleLetterPhotos(context);
  context.jobs.handle(
    'evening-run',
    async () => {
      // Without a mail server nobody would get the letters.
      if (context.settings.smtpUrl === null) return;
      await makeDueLetters(context);
      await queueOpenLetters(context);
    },
    { every: 60_000 },
  );
};
