import { SettingError } from './setting-error.ts';

export interface PushSettings {
  /** Contact for push services: a mailto: or https: address. */
  subject: string;
  /** Push services that messages go to; `*.` for all names below. None where nothing is to be sent. */
  hosts: readonly string[];
}

// The push hosts of Google, Mozilla, Apple and Microsoft, from their documentation.
const pushServices = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
].join(',');

export const pushSettings = (
  value: (name: 'VAPID_SUBJECT' | 'PUSH_HOSTS') => string | null,
  publicUrl: string,
): PushSettings => {
  const subject =
    value('VAPID_SUBJECT') ??
    (publicUrl.startsWith('https:') ? publicUrl : 'mailto:circle@localhost.invalid');
  if (!/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(subject)) {
    throw new SettingError('VAPID_SUBJECT must be a mailto: or https: address.');
  }
  const list = value('PUSH_HOSTS') ?? pushServices;
  const hosts = list === 'none' ? [] : list.split(',').flatMap((entry) => entry.trim().toLowerCase() || []);
  const wrong = hosts.find(
    (host) => !/^(?:(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+|http:\/\/localhost:\d+)$/.test(host),
  );
  if (wrong)
    throw new SettingError(
      `PUSH_HOSTS must name hosts with commas between, or be none; ${wrong} is no host.`,
    );
  return { subject, hosts };
};
