import type { Output } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/system.ts';
import { time } from '../../access/show/present.ts';
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

/**
 * Nothing is listed while no forwarded header was refused: most places have no proxy. Any stranger can send such headers
 * from a public address, so that alone is no open step.
 */
const proxyItems = ({ proxyNotes, settings }: Pick<AppContext, 'proxyNotes' | 'settings'>): Item[] => {
  const lacking = proxyNotes.untrusted();
  if (lacking.length === 0) return [];
  const named = lacking.filter((value) => value !== null);
  if (named.length === 0) return [{ id: 'proxy', state: 'unknown', detail: null }];
  return [item('proxy', false, [...new Set([...settings.trustProxy, ...named])].join(','))];
};

/** Whether there is a circle, and somebody besides the first member who is in this place or invited to it. */
const isBegun = async (q: Queries): Promise<boolean> =>
  (await hasSharedCircle(q)) && ((await countMembers(q)) > 1 || (await hasInvited(q)));

/** Lists what of this place is set up and what is not: the one answer for System and the home page of administrators. */
export const findSetup = async (
  context: Pick<AppContext, 'db' | 'settings' | 'proxyNotes'>,
): Promise<Setup> => {
  const { db, settings } = context;
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
      ...proxyItems(context),
      item('mail', place.mail.server !== null, place.mail.server),
      item('backup', settings.backup !== null, nightly.backupAt === null ? null : time(nightly.backupAt)),
      item('administrator', administrators > 1),
      item('name', place.isSetUp),
      item('circle', begun),
    ],
  };
};
