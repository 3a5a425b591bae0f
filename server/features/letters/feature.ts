import type { Feature } from '../../feature.ts';
import { dueLetters, makeDueLetters, queueDueLetters, queueOpenLetters } from './evening.ts';
import { handleLetterPhotos } from './photos.ts';
import { handleLetters } from './send.ts';
import { ownDelivery } from '../delivery/export.ts';
import { timeOrNull } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';

/** The viewer's latest letter, for the export; null if they never had one. */
const ownLetter = async (q: Queries, viewer: Viewer) => {
  const letter = await q
    .selectFrom('letters')
    .select(['state', 'made_at', 'ended_at'])
    .where('user_id', '=', viewer.id)
    .executeTakeFirst();
  return letter
    ? { state: letter.state, madeAt: timeOrNull(letter.made_at), endedAt: timeOrNull(letter.ended_at) }
    : null;
};

export const feature: Feature = {
  jobs: (context) => {
    handleLetters(context);
    handleLetterPhotos(context);
    context.jobs.handle(dueLetters, () => makeDueLetters(context));
    context.jobs.handle(
      'evening-run',
      async () => {
        await queueDueLetters(context);
        // Without a mail server nobody would get the letters.
        if (context.settings.smtpUrl !== null) await queueOpenLetters(context);
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
