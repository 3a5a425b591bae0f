import { isIP } from 'node:net';
import path from 'node:path';
import type { Input } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import type * as contract from '../../../contract/settings.ts';
import type { SettingGroup } from '../../../contract/settings.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { projectFile } from '../../platform/programs.ts';
import { conflict, invalid } from '../../platform/problem.ts';
import { SettingError } from '../../setting-error.ts';
import type { Settings } from '../../settings.ts';
import { isKeptOf, type Kept, type KeptOf, settingsOfKept } from '../../settings-groups.ts';
import { assertProof, type Proof } from '../account/proof.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { assertSessionLives } from '../auth/session.ts';
import { notifyOfAdmin } from '../notifications/notify-admins.ts';

/** The values that a form sends for each group. */
export interface Typed {
  mail: Input<typeof contract.tryMail>;
  'mail-in': Input<typeof contract.tryMailIn>;
  backup: Input<typeof contract.tryBackup>;
}

/** The values, with a proof of the administrator. */
type Sets<Group extends keyof Typed> = Typed[Group] & { proof?: Proof | undefined };

/** The fields of a form by the variables that they set. */
const fields: Readonly<Record<string, [field: string, message: string]>> = {
  SMTP_URL: ['host', messages.hostInvalid],
  MAIL_FROM: ['from', messages.emailInvalid],
  MAIL_IN: ['host', messages.hostInvalid],
  MAIL_REPLY: ['reply', messages.replyInvalid],
  MAIL_IN_TRUST: ['trust', messages.trustInvalid],
  BACKUP_DIR: ['folder', messages.folderAbsolute],
  BACKUP_PUBLIC_KEY: ['publicKey', messages.backupKeyInvalid],
  BACKUP_KEEP: ['keep', messages.keepInvalid],
};

/** The settings that these values make. @throws Problem that names the field, where they make none */
export const settingsOf = (kept: Kept, settings: Pick<Settings, 'publicUrl'>): Partial<Settings> => {
  try {
    return settingsOfKept(kept, settings);
  } catch (error) {
    const [name = ''] = error instanceof SettingError ? error.message.split(' ') : [];
    const named = fields[name];
    if (!named) throw error;
    throw invalid(...named);
  }
};

type Server = Pick<KeptOf<'mail'>, 'host' | 'port' | 'security' | 'user' | 'password'>;

/**
 * The password for a server: the one that was typed, or the stored one if all else is as it was then.
 * Otherwise another administrator could have it sent elsewhere.
 * @throws Problem
 */
const passwordFor = (
  typed: Omit<Server, 'password'> & { password?: string | null | undefined },
  before: Server | null,
) => {
  const { host, user, password } = typed;
  if (host.includes(':') && isIP(host) === 0) throw invalid('host', messages.hostInvalid);
  if (user === null) return null;
  if (password) return password;
  if (password !== undefined || !before?.password)
    throw invalid('password', messages.settingPasswordRequired);
  const isSame = (['host', 'port', 'security', 'user'] as const).every(
    (name) => typed[name] === before[name],
  );
  if (!isSame) throw invalid('password', messages.settingPasswordAgain);
  return before.password;
};

const isBelow = (outer: string, inner: string): boolean =>
  `${inner}${path.sep}`.startsWith(`${outer}${path.sep}`);

/** The values to store. @throws Problem that names the field which cannot be right */
export const keptOf = {
  mail: (typed: Typed['mail'], before: Kept | null): KeptOf<'mail'> => ({
    group: 'mail',
    ...typed,
    password: passwordFor(typed, isKeptOf('mail', before) ? before : null),
  }),
  'mail-in': (typed: Typed['mail-in'], before: Kept | null): KeptOf<'mail-in'> => ({
    group: 'mail-in',
    ...typed,
    password: passwordFor(typed, isKeptOf('mail-in', before) ? before : null),
  }),
  backup: (typed: Typed['backup'], { dataDir }: Pick<Settings, 'dataDir'>): KeptOf<'backup'> => {
    if (!path.isAbsolute(typed.folder)) throw invalid('folder', messages.folderAbsolute);
    const folder = path.resolve(typed.folder);
    // Files among those of the program may be shown to everybody, or be run.
    if (isBelow(projectFile('.'), folder) && !isBelow(dataDir, folder))
      throw invalid('folder', messages.folderOwn);
    return { group: 'backup', ...typed, folder };
  },
};

type Context = Pick<AppContext, 'db' | 'settings' | 'storedSettings' | 'jobs'>;

export const assertNotOutside = ({ settings }: Pick<AppContext, 'settings'>, group: SettingGroup): void => {
  if (settings.setOutside.includes(group)) throw conflict(messages.setOutside);
};

const store = async (
  context: Context,
  viewer: Viewer,
  { group, proof = {} }: { group: SettingGroup; proof?: Proof | undefined },
  next: (before: Kept | null) => Kept | null,
): Promise<void> => {
  const { settings, storedSettings } = context;
  assertNotOutside(context, group);
  const checked = (before: Kept | null) => {
    const kept = next(before);
    if (kept) settingsOf(kept, settings);
    return kept;
  };
  // The values come first: a form shows what is wrong with them before it asks for a proof.
  checked(await storedSettings.find(group));
  await assertProof(context, viewer, proof, 'proof.');
  await storedSettings.change(group, checked, async (tx) => {
    await assertSessionLives(tx, viewer);
    await recordAuditEntry(tx, 'settings.changed', { actorId: viewer.id, target: group });
    await notifyOfAdmin(context.jobs, tx, { act: group, actor: viewer.id });
  });
};

export const setMail = (context: Context, viewer: Viewer, { proof, ...typed }: Sets<'mail'>): Promise<void> =>
  store(context, viewer, { group: 'mail', proof }, (before) => keptOf.mail(typed, before));

export const setMailIn = (
  context: Context,
  viewer: Viewer,
  { proof, ...typed }: Sets<'mail-in'>,
): Promise<void> =>
  store(context, viewer, { group: 'mail-in', proof }, (before) => keptOf['mail-in'](typed, before));

export const setBackup = (
  context: Context,
  viewer: Viewer,
  { proof, ...typed }: Sets<'backup'>,
): Promise<void> =>
  store(context, viewer, { group: 'backup', proof }, () => keptOf.backup(typed, context.settings));

export const clear = (
  context: Context,
  viewer: Viewer,
  forgotten: Input<typeof contract.clear>,
): Promise<void> => store(context, viewer, forgotten, () => null);
