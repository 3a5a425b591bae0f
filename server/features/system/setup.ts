import type { Output } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/system.ts';
import { time } from '../../access/present.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { nightlyState } from '../../platform/db/nightly-state.ts';
import { onlyHere } from '../../platform/reach.ts';
import { countAdministrators } from '../auth/administrators.ts';
import { countMembers } from '../auth/operator.ts';
import { hasSharedCircle } from '../circles/read.ts';
import { hasInvited } from '../invitations/list-sent.ts';
import { findPlace } from './place.ts';

type Setup = Output<typeof contract.setup>;
type Item = Setup['items'][number];

const item = (id: Item['id'], isDone: boolean, detail: string | null = null): Item => ({
  id,
  state: isDone ? 'done' : 'todo',
  detail,
});

const addressItem = (settings: AppContext['settings']): Item => {
  const here = onlyHere(settings);
  // Only another device could tell whether the name leads here.
  if (here === null) return { id: 'address', state: 'unknown', detail: new URL(settings.publicUrl).host };
  return { id: 'address', state: 'todo', detail: here };
};

/** Whether there is a circle, and somebody besides the first member who is in this place or invited to it. */
const isBegun = async (q: Queries): Promise<boolean> =>
  (await hasSharedCircle(q)) && ((await countMembers(q)) > 1 || (await hasInvited(q)));

/** Lists what of this place is set up and what is not: the one answer for System and the home page of administrators. */
export const findSetup = async ({ db, settings }: Pick<AppContext, 'db' | 'settings'>): Promise<Setup> => {
  const [place, nightly, administrators, begun] = await Promise.all([
    findPlace(db, settings),
    nightlyState(db.read),
    countAdministrators(db.read),
    isBegun(db.read),
  ]);
  return {
    items: [
      addressItem(settings),
      item('https', settings.publicUrl.startsWith('https:')),
      item('mail', place.mail.server !== null, place.mail.server),
      item('backup', settings.backup !== null, nightly.backupAt === null ? null : time(nightly.backupAt)),
      item('administrator', administrators > 1),
      item('name', place.isSetUp),
      item('circle', begun),
    ],
  };
};
