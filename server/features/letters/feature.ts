import type { Feature } from '../../feature.ts';
import { makeDueLetters, queueOpenLetters } from './evening.ts';
import { handleLetterPhotos } from './photos.ts';
import { handleLetters } from './send.ts';
import { ownDelivery } from '../delivery/export.ts';
import { ownLetter } from './export.ts';

export const feature: Feature = {
  jobs: (context) => {
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
  },
  exports: ({ db }, viewer) => ({
    delivery: async () => ({
      ...(await ownDelivery(db.read, viewer)),
      latestLetter: await ownLetter(db.read, viewer),
    }),
  }),
};
