import * as z from 'zod/mini';
import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { pages } from './pages/routes.ts';
import { handleMailboxInvitations } from './ask.ts';
import { handleIncomingMails } from './incoming/process.ts';
import { mailFileLink } from './pages/choices-links.ts';
import { removeStoredKeys } from './stored-keys.ts';

export const feature: Feature = {
  routes,
  pages,
  jobs: (context) => {
    handleMailboxInvitations(context);
    handleIncomingMails(context);
    context.jobs.handle('remove-stored-keys', () => removeStoredKeys(context), { atStart: true });
    context.jobs.handle('mailbox-export', (payload, finish) =>
      mailFileLink(context, z.number().parse(payload), finish),
    );
  },
};
