const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Every sentence that the server itself speaks (mails and notifications), by key. One file a language. */
export const en = {
  /** The language of dates and numbers, as Intl names it. */
  locale: 'en-GB',
  someone: 'Someone',
  joined: 'Successfully Joined!',
  emailConfirmed: 'Your e-mail address is confirmed.',
  /** The circle that every account has from its first moment. */
  contacts: { name: 'Contacts', description: 'My contacts on Circle' },
  device: (browser: string | null, system: string | null) =>
    `${browser ?? 'A browser'}${system === null ? '' : ` on ${system}`}`,
  notification: {
    like: {
      title: (name: string, others: number) =>
        others === 0
          ? `${name} liked your moment`
          : `${name} and ${others === 1 ? 'one other person' : `${others} others`} liked your moment`,
      message: 'It is one of the moments you shared.',
      action: 'Open',
    },
    comment: {
      title: (name: string) => `${name} commented on your moment`,
      message: 'Open the moment to read it.',
      action: 'Read',
    },
    added_to_circle: {
      title: (name: string, circle: string) => `${name} added you to ${circle}`,
      message: 'You see its moments now, and everyone in it sees what you share with it.',
      action: 'Open circle',
    },
    added_to_contacts: {
      title: (name: string) => `${name} added you to their contacts`,
      message: 'You can see their profile now.',
      action: 'Add them back',
    },
    invitation_accepted: {
      title: (name: string) => `${name} accepted your invitation`,
      message: (circle: string | null) =>
        circle === null
          ? 'Add them to your circles to share moments with them.'
          : `They are in ${circle} now and see what you share there.`,
      action: 'Add to circles',
    },
    circle_invitation: {
      title: (name: string, circle: string | null) =>
        circle === null ? `${name} invites you to Circle` : `${name} invites you to ${circle}`,
      message: 'You decide whether to join.',
      action: 'See invitation',
    },
    circle_handed_over: {
      title: (name: string, circle: string) => `${name} handed ${circle} over to you`,
      message: 'You own this circle now: you add, invite and remove.',
      action: 'Open circle',
    },
    circle_passed_on: {
      title: (circle: string) => `${circle} is yours now`,
      message: 'Its owner is no longer here. You add, invite and remove from now on.',
      action: 'Open circle',
    },
    new_sign_in: {
      title: () => 'New sign-in to your account',
      message: (device: string | null) =>
        `From: ${device ?? 'an unknown browser'}. You have not used it here before. If this wasn’t you, tell us: we sign you out on every device and send you a link to set a new password.`,
      action: 'That wasn’t me',
    },
    second_factor_changed: {
      changes: {
        totp_added: 'An authenticator app was added to your account',
        totp_removed: 'The authenticator app was removed from your account',
        passkey_added: 'A passkey was added to your account',
        passkey_removed: 'A passkey was removed from your account',
        codes_made: 'New recovery codes were made for your account',
        all_removed: 'What protected your account besides the password was removed',
      },
      message: (device: string | null) =>
        `From: ${device ?? 'the person who runs this Circle'}. If this wasn’t you, tell us: we sign you out on every device and send you a link to set a new password.`,
      action: 'That wasn’t me',
    },
    export_ready: {
      title: () => 'Your export is ready',
      message: 'You can download it for 7 days. After that it is deleted, and you can ask for another.',
      action: 'Download it',
    },
    warning: {
      title: () => 'A warning from the administrators',
      message:
        'Something that you shared, wrote or show on your profile was reported, and an administrator agreed with the report. If it happens again, your account can be suspended.',
      action: null,
    },
    content_removed: {
      title: () => 'Something you shared was removed',
      message: 'A moment or comment of yours was reported. An administrator looked at it and deleted it.',
      action: null,
    },
    report_resolved: {
      title: () => 'Your report was looked at',
      message: 'Thank you. An administrator has decided, and did what they found necessary.',
      action: null,
    },
    report_dismissed: {
      title: () => 'Your report was looked at',
      message: 'Thank you. An administrator found nothing that has to be done about it.',
      action: null,
    },
    report_waiting: {
      title: () => 'A report waits for you',
      message: 'Somebody reported something. Please look at it and decide.',
      action: 'See the reports',
    },
    verification_waiting: {
      title: () => 'Somebody asks to be verified',
      message: 'Until an administrator has decided, they cannot share moments.',
      action: 'See the requests',
    },
    backup_failed: {
      title: () => 'The nightly backup did not work',
      message:
        'It could not be made, or what was made could not be restored on trial, three times in one night. The page on the system says why.',
      action: 'See the system',
    },
    name_waiting: {
      title: () => 'A verified member asks for another name',
      message: 'Until an administrator decides, others see the former name.',
      action: 'See the requests',
    },
    name_approved: {
      title: () => 'Your new name was approved',
      message: 'Others see it from now on.',
      action: 'See your account',
    },
    name_refused: {
      title: () => 'Your new name was rejected',
      message: 'Your name stays as it was. You can ask for another one.',
      action: 'See your account',
    },
    account_locked: {
      title: () => 'A member’s account is locked',
      message:
        'They told us that a sign-in was not theirs, but another member has confirmed their e-mail address since. The audit log names the account. The command set-email gives it an address.',
      action: 'See the audit log',
    },
    donation_received: {
      title: () => 'Thank you for your donation',
      message: 'It has arrived, and it was charged once. You find it on your account.',
      action: 'See your payments',
    },
    payment_failed: {
      title: () => 'A payment did not go through',
      message: 'Nothing was charged. You can try again, with the same card or another one.',
      action: 'See your payments',
    },
    payment_refunded: {
      title: () => 'A payment was refunded',
      message: 'The money goes back to the card you paid with. Your bank may take a few days to show it.',
      action: 'See your payments',
    },
    subscription_started: {
      title: () => 'Your subscription has begun',
      message: 'Thank you for keeping Circle running. You can cancel it anytime on your account.',
      action: 'See your subscription',
    },
    subscription_renewed: {
      title: () => 'Your subscription was renewed',
      message: 'Another month is paid. You find the payment on your account.',
      action: 'See your payments',
    },
    subscription_changed: {
      title: () => 'Your subscription was changed',
      message: 'Your account shows your plan, and from when a new one counts.',
      action: 'See your subscription',
    },
    subscription_canceled: {
      title: () => 'Your subscription is cancelled',
      message: 'You keep your plan until the end of what you have paid for. Nothing more will be charged.',
      action: 'See your subscription',
    },
    subscription_ended: {
      title: () => 'Your subscription has ended',
      message: 'Nothing more will be charged. You are welcome to subscribe again at any time.',
      action: 'See your account',
    },
    verification_approved: {
      title: () => 'Your identity is verified',
      message: 'You can now create posts.',
      action: 'Share a moment',
    },
    verification_rejected: {
      title: () => 'Your identity could not be verified yet',
      message: 'The reviewer left you a note. You can send the request again.',
      action: 'Read the note',
    },
  },
  resetAsked: 'If this address belongs to a member, a reset link is on its way.',
  reportSent: 'An administrator will look at it. We’ll let you know what they decide.',
  reportWaits:
    'This server has no other administrator who could decide this. Your report waits until there is one.',
  resetDone: 'Your new password is set. Sign in with it.',
  exportPage: {
    made: 'Made on',
    files: 'The same in files for programs is in the folder data, the photos are in the folder photos.',
    you: 'Your profile picture',
    photo: 'Photo',
    moments: 'Your moments',
    comments: 'Your comments',
    sharedWith: 'Shared with',
    counts: (likes: number, comments: number) =>
      `${likes} ${likes === 1 ? 'like' : 'likes'} · ${comments} ${comments === 1 ? 'comment' : 'comments'}`,
  },
  mail: {
    reset: {
      subject: 'Set a new password for Circle',
      heading: 'Set a new password',
      about: 'This link sets a new password and signs you out everywhere. It works once, for an hour.',
      action: 'Set a new password',
      notYou: 'If you did not ask for it, ignore this mail; your password stays as it is.',
    },
    footer: (address: string) =>
      `Sent by Circle at ${address}. Circle never puts photos or comments into mails.`,
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
      notYou: (name: string) => `If you do not know ${name}, you can ignore this mail; nothing happens.`,
    },
    change: {
      subject: 'Your new e-mail address for Circle',
      heading: 'Use this address from now on?',
      about: (name: string) =>
        `${name} wants to use this address for their Circle account. If that’s you, confirm it with the button.`,
      action: 'Use this address',
      notYou:
        'If it isn’t you, ignore this mail, even if you have an account with this address yourself: the button would give the address to the other account.',
    },
    changeNotice: {
      subject: 'Your e-mail address on Circle is about to change',
      about:
        'Somebody who knows your password asked for another e-mail address for your account, and a link was sent there. If this wasn’t you, tell us: we sign you out on every device, cancel that link and send you a link to set a new password.',
    },
    passwordNotice: { subject: 'Your password on Circle was changed' },
    protectionNotice: {
      about: (at: Date, device: string | null) =>
        `When: ${moment.format(at)} UTC. From: ${device ?? 'the person who runs this Circle, because you asked them for a new password'}. If that was you, there is nothing to do.`,
      notYou:
        'If this wasn’t you, tell us: we sign you out on every device and send you a link to set a new password. Then check on My Account what protects your account, and remove what isn’t yours. If signing in asks for a code or passkey that you don’t have, ask the person who runs this Circle to remove it.',
    },
    factorsLeft: {
      about: 'You just set a new password with the link we mailed you. These still protect your account:',
      passkey: (name: string, added: Date) =>
        `The passkey “${name}”, added on ${day.format(added)}. It signs in without a password.`,
      totp: 'Your authenticator app.',
      remove: 'If one of them isn’t yours, remove it on My Account.',
      action: 'Look at them',
    },
    notMe: 'That wasn’t me',
    confirm: {
      subject: 'Confirm your e-mail address for Circle',
      heading: 'Is this your e-mail address?',
      about:
        'Somebody registered at Circle with this address. Confirm it, and people who know it can find you.',
      action: 'Confirm this address',
      notYou: 'If it was not you, ignore this mail.',
    },
  },
} as const;
