import * as calls from '../../../contract/settings.ts';
import type { SettingGroup } from '../../../contract/settings.ts';
import type { AppContext } from '../../app-context.ts';
import type { Feature, Routes } from '../../feature.ts';
import { assertNotOutside, clear, setBackup, setMail, setMailIn } from './change.ts';
import { findBackup, findMail, findMailIn } from './find.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { tryBackup } from './try-backup.ts';
import { type Tried, tryMail } from './try-mail.ts';
import { tryMailIn } from './try-mail-in.ts';

/** Has a try done, where the environment does not decide and no other one is under way. */
const trying = (context: AppContext, group: SettingGroup, work: () => Promise<Tried>): Promise<Tried> => {
  assertNotOutside(context, group);
  return oneAtATime(context, work);
};

const routes: Routes = ({ on }, context) => {
  on(calls.mail, () => findMail(context));
  on(calls.setMail, async ({ viewer, input }) => {
    await setMail(context, viewer, input);
    return findMail(context);
  });
  on(calls.mailIn, () => findMailIn(context));
  on(calls.setMailIn, async ({ viewer, input }) => {
    await setMailIn(context, viewer, input);
    return findMailIn(context);
  });
  on(calls.backup, () => findBackup(context));
  on(calls.setBackup, async ({ viewer, input }) => {
    await setBackup(context, viewer, input);
    return findBackup(context);
  });
  on(calls.tryMail, ({ viewer, input }) => trying(context, 'mail', () => tryMail(context, viewer, input)));
  on(calls.tryMailIn, ({ viewer, input }) =>
    trying(context, 'mail-in', () => tryMailIn(context, viewer, input)),
  );
  on(calls.tryBackup, ({ viewer, input }) =>
    trying(context, 'backup', () => tryBackup(context, viewer, input)),
  );
  on(calls.clear, async ({ viewer, input }) => {
    await clear(context, viewer, input);
    return null;
  });
};

export const feature: Feature = { routes };
