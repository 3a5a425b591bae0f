/** The sentences of mails that are no notifications. */
export const mail = {
  reset: {
    subject: 'Set a new password for Circle',
    heading: 'Set a new password',
    about:
      'With this link you set a new password, and you’re signed out everywhere. It works once, for an hour.',
    action: 'Set a new password',
    notYou: 'If you didn’t ask for it, you can ignore this mail. Your password stays as it is.',
  },
  footer: (address: string) =>
    `Sent by Circle at ${address}. Notifications by mail contain no photos and no comments.`,
  stop: 'Choose which mails you get',
  invitation: {
    subject: (name: string, circle: string | null) =>
      circle === null ? `${name} invites you to Circle` : `${name} invites you to ${circle} on Circle`,
    heading: (name: string, circle: string | null) =>
      circle === null ? `${name} invites you to Circle` : `${name} invites you to ${circle}`,
    about:
      'Circle is a private, ad-free place to share moments with the people you choose. You join by invitation only.',
    action: 'See the invitation',
    code: (code: string) => `Your invitation code is ${code}. It works once, for 30 days.`,
    notYou: (name: string) => `If you don’t know ${name}, you can ignore this mail. Nothing will happen.`,
  },
  change: {
    subject: 'Your new e-mail address for Circle',
    heading: 'Use this address?',
    about: (name: string) =>
      `${name} wants to use this address for their Circle account. If that’s you, confirm it with the button.`,
    action: 'Use this address',
    notYou:
      'If it isn’t you, ignore this mail, even if you have an account with this address yourself. Otherwise the other account gets your address.',
  },
  changeNotice: {
    subject: 'Your e-mail address on Circle is about to change',
    about:
      'Somebody entered your password and asked for a new e-mail address for your account. We sent a link there. If this wasn’t you, tell us: we’ll sign you out on every device, cancel that link and send you a link to set a new password.',
  },
  passwordNotice: { subject: 'Your password on Circle was changed' },
  protectionNotice: {
    about: (at: string, device: string | null) =>
      `When: ${at}. From: ${device ?? 'the person who runs this place, because you asked them for a new password'}. If that was you, you don’t have to do anything.`,
    notYou:
      'If this wasn’t you, tell us: we’ll sign you out on every device and send you a link to set a new password. Then open My Account and remove passkeys and authenticator apps that aren’t yours. If signing in asks for a code or passkey that you don’t have, ask the person who runs this place to remove it.',
  },
  frameNotice: {
    title: 'A picture frame was added to your account',
    about: (device: string, circle: string, at: string) =>
      `${device} shows the photos of “${circle}” that you can see, since ${at}. If that was you, you don’t have to do anything. You can end it at any time on My Account, under Picture frames.`,
    aboutPrivate: (device: string, at: string) =>
      `${device} shows the photos of a private circle of yours, since ${at}. If that was you, you don’t have to do anything. You can end it at any time on My Account, under Picture frames.`,
    notYou:
      'Did somebody ask you to type a code? Then it’s their screen: end it. If you typed no code, tell us: we’ll sign you out on every device, end your frames and send you a link to set a new password.',
  },
  factorsLeft: {
    about: 'You just set a new password with the link we mailed you. These still protect your account:',
    passkey: (name: string, added: string) =>
      `The passkey “${name}”, added on ${added}. It can sign in without a password.`,
    totp: 'Your authenticator app.',
    remove: 'If one of them isn’t yours, remove it on My Account.',
    action: 'Look at them',
  },
  test: {
    heading: 'Your mail server works',
    about: 'Here is your test mail. Invitations and notifications will arrive too.',
  },
  notMe: 'That wasn’t me',
  confirm: {
    subject: 'Confirm your e-mail address for Circle',
    heading: 'Is this your e-mail address?',
    about:
      'Somebody registered at Circle with this address. If you confirm it, people who know it can find you.',
    action: 'Confirm this address',
    notYou: 'If this wasn’t you, you can ignore this mail.',
  },
} as const;
