import type { Door, Statuses } from './endpoints.ts';

const server = { host: 'mail.example.org', port: 465, security: 'tls', user: 'circle', password: 'secret' };
const mail = { ...server, from: 'circle@example.org', name: null };
const mailIn = { ...server, folder: 'INBOX', reply: 'circle+{key}@example.org', trust: null };
const backup = { folder: '/nowhere', publicKey: null, keep: 7 };

/** The endpoints of what administrators set by forms. */
export const settingsDoors = (statuses: Statuses): Readonly<Record<string, Door>> => ({
  'settings.mail': { statuses },
  'settings.setMail': { input: () => mail, statuses },
  'settings.tryMail': { input: () => mail, statuses },
  'settings.mailIn': { statuses },
  'settings.setMailIn': { input: () => mailIn, statuses },
  'settings.tryMailIn': { input: () => mailIn, statuses },
  'settings.backup': { statuses },
  'settings.setBackup': { input: () => backup, statuses },
  'settings.tryBackup': { input: () => backup, statuses },
  'settings.clear': { input: () => ({ group: 'mail' }), statuses },
});
