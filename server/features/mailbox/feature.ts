import * as calls from '../../../contract/mailbox.ts';
import type { Feature, Routes } from '../../feature.ts';
import { askByMail, listAsked, withdrawAsked, handleMailboxInvitations } from './ask.ts';
import { offerAccount } from './offer-account.ts';
import * as z from 'zod/mini';
import { findMailAddress, forgetMailAddresses, renewMailAddress } from './addresses.ts';
import { listMailsInName } from './list-by-mail.ts';
import { pages } from './pages/routes.ts';
import { handleIncomingMails } from './incoming/process.ts';
import { mailFileLink } from './pages/choices-links.ts';
import { removeStoredKeys } from './stored-keys.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.ask, ({ viewer, input, repeatKey }) => askByMail(context, viewer, input, repeatKey));
  on(calls.asked, ({ viewer, input }) => listAsked(context, viewer, input));
  on(calls.withdraw, async ({ viewer, input }) => {
    await withdrawAsked(context.db, viewer, input);
    return null;
  });
  on(calls.offerAccount, async ({ viewer, input }) => {
    await offerAccount(context, viewer, input);
    return null;
  });
  on(calls.mailAddress, ({ viewer, input }) => findMailAddress(context, viewer, input.id));
  on(calls.renewMailAddress, ({ viewer, input }) => renewMailAddress(context, viewer, input.id));
  on(calls.mailsInMyName, ({ viewer, input }) => listMailsInName(context, viewer, input));
};

export const feature: Feature = {
  routes,
  pages,
  member: { onStartEmpty: forgetMailAddresses },
  jobs: (context) => {
    handleMailboxInvitations(context);
    handleIncomingMails(context);
    context.jobs.handle('remove-stored-keys', () => removeStoredKeys(context), { atStart: true });
    context.jobs.handle('mailbox-export', (payload, finish) =>
      mailFileLink(context, z.number().parse(payload), finish),
    );
  },
};
