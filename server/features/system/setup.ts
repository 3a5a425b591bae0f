import { statfs } from 'node:fs/promises';
import type { Output } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/system.ts';
import { time } from '../../access/show/present.ts';
import type { Language } from '../../../contract/shapes.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { nightlyState } from '../../platform/db/nightly-state.ts';
import { readImapUrl } from '../../platform/mail-in/imap-url.ts';
import { onlyHere } from '../../platform/reach.ts';
import { bytesInWords } from '../../words/bytes.ts';
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

const mailInItem = ({ mailIn }: AppContext['settings']): Item => {
  if (mailIn === null) return item('mail-in', false);
  return item('mail-in', true, 'imap' in mailIn ? readImapUrl(mailIn.imap).host : mailIn.host);
};

const gigabyte = 1_024 ** 3;

/** The disk of the data folder: an open step below both 1 GB and 10 %, since a few percent of a large one are enough. */
const diskItem = async ({ dataDir }: AppContext['settings'], language: Language): Promise<Item> => {
  try {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    const isRoomy = bavail * bsize > gigabyte || bavail > blocks / 10;
    return item('disk', isRoomy, bytesInWords(language, bavail * bsize));
  } catch {
    // Some file systems do not support statfs.
    return { id: 'disk', state: 'unknown', detail: null };
  }
};

/** Whether there is a circle, and somebody besides the first member who is in this place or invited to it. */
const isBegun = async (q: Queries): Promise<boolean> =>
  (await hasSharedCircle(q)) && ((await countMembers(q)) > 1 || (await hasInvited(q)));

/** Lists what of this place is set up and what is not: the one answer for System and the home page of administrators. */
export const findSetup = async (
  context: Pick<AppContext, 'db' | 'settings' | 'proxyNotes'>,
  viewer: Pick<Viewer, 'language'>,
): Promise<Setup> => {
  const { db, settings } = context;
  const [place, nightly, administrators, begun, disk] = await Promise.all([
    findPlace(db, settings),
    nightlyState(db.read),
    countAdministrators(db.read),
    isBegun(db.read),
    diskItem(settings, viewer.language),
  ]);
  return {
    items: [
      addressItem(settings),
      item('https', settings.publicUrl.startsWith('https:')),
      ...proxyItems(context),
      item('mail', place.mail.server !== null, place.mail.server),
      ...(place.mail.server === null ? [] : [mailInItem(settings)]),
      item('backup', settings.backup !== null, nightly.backupAt === null ? null : time(nightly.backupAt)),
      disk,
      item('administrator', administrators > 1),
      item('name', place.isSetUp),
      item('circle', begun),
    ],
  };
};
