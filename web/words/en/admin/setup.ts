import { counted } from '../app/plural.ts';

/** The steps that set up a new place, on Home and on System. */
export const setup = {
  title: 'Before you invite the others',
  open: (count: number) =>
    `${counted(count, 'step is', 'steps are')} open. Until then, some things can’t work.`,
  done: 'Everything is set up.',
  isDone: 'Done:',
  loading: 'Loading the steps...',
  failed: 'The steps could not be loaded.',
  hide: 'Hide for a week',
  onlyAdmins: 'Only administrators see this',
  lastBackup: (time: string) => `The last good one: ${time}.`,
  todo: {
    address: {
      title: 'Phones can’t reach this place',
      text: (here: string | null) => `It only answers on ${here ?? 'this machine'}. Give it an address.`,
      how: () =>
        'Set PUBLIC_URL to the address that people type: https://circle.example.org behind a proxy, or http://192.168.1.20:3000 together with HOST=0.0.0.0 in your own network. Then start Circle again.',
    },
    https: {
      title: 'The connection isn’t encrypted',
      text: () => 'Push, passkeys and the camera need https.',
      how: () =>
        'A proxy in front of Circle provides it. The section ‘Https’ of docs/operating.md shows how.',
    },
    proxy: {
      title: 'A proxy isn’t trusted',
      text: () =>
        'If it’s yours, all members count as one address, and one stranger’s wrong passwords pause everybody’s sign-in.',
      how: (value: string | null) => `If it’s yours, set TRUST_PROXY=${value ?? ''} and start Circle again.`,
    },
    mail: {
      title: 'Mail isn’t set up',
      text: () => 'No letters, no password links. Invitations work as codes.',
      how: () =>
        'Until then mails are files in the folder mail of the data folder. If somebody forgot their password, the newest one has their link.',
    },
    backup: {
      title: 'There is no nightly backup',
      text: () => 'If the disk breaks, everything is lost.',
      how: () =>
        'Set BACKUP_DIR to a folder on another disk. Then Circle makes a backup every night and tests that it can be restored.',
    },
    administrator: {
      title: 'You’re the only administrator',
      text: () => 'If you can’t sign in any more, nobody else can help you.',
      how: () => 'On the server, run npm run circle -- make-admin with the e-mail address of a member.',
    },
    name: {
      title: 'This place has no name yet',
      text: () => 'People see it in mails and when they join.',
      how: () => null,
    },
    circle: {
      title: 'Nobody is invited yet',
      text: () => 'Start your first circle, and invite the first person.',
      how: () => null,
    },
  },
  /** Steps that are done, or that only another device could judge. */
  rest: {
    address: (host: string | null) => `The address is ${host ?? ''}`,
    https: () => 'The connection is encrypted',
    proxy: () =>
      'Requests with forwarded headers come from a public address. If it’s your proxy’s, name it in TRUST_PROXY and start Circle again.',
    mail: (server: string | null) => `Mail is sent through ${server ?? ''}`,
    backup: () => 'A nightly backup is set up',
    administrator: () => 'There is more than one administrator',
    name: () => 'Name and language are chosen',
    circle: () => 'The first circle has begun',
  },
};
