import * as calls from '../../../contract/mailbox.ts';
import type { Routes } from '../../feature.ts';
import { askByMail, listAsked, withdrawAsked } from './ask.ts';
import { offerAccount } from './offer-account.ts';

export const routes: Routes = ({ on }, context) => {
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
};
