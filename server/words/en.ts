import { archivePage } from './en-archive-page.ts';
import { exportPage } from './en-export-page.ts';
import { framePage } from './en-frame-page.ts';
import { letterPage } from './en-letter-page.ts';
import { letters } from './en-letters.ts';
import { mail } from './en-mail.ts';
import { mailbox } from './en-mailbox.ts';

/**
 * Every sentence that the server itself speaks (mails and notifications), by key. A language has this file, and one
 * each for mails, letters and the page of an export.
 */
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
      message: 'Open the moment to see which one.',
      action: 'Open',
    },
    likes_narrowed: {
      title: () => 'Fewer people see your earlier likes',
      message:
        'A like now shows only in circles that you and the moment are both in. The likes you gave until now show where you and the moment have been together ever since. All others are seen only by you and the person who shared the moment.',
      action: null,
    },
    comment: {
      title: (name: string) => `${name} commented on your moment`,
      message: 'Open the moment to read the comment.',
      action: 'Read',
    },
    answer: {
      title: (name: string) => `${name} answered your comment`,
      message: 'Open the moment to read the answer.',
      action: 'Read',
    },
    mention: {
      title: (name: string, isOfComment: boolean) =>
        `${name} mentioned you in ${isOfComment ? 'a comment' : 'a moment'}`,
      message: 'Open the moment to read it.',
      action: 'Read',
    },
    followed_comment: {
      title: (name: string, others: number) => {
        const who = others === 0 ? name : `${name} and ${others === 1 ? 'one other' : `${others} others`}`;
        return `${who} commented on a moment you commented on`;
      },
      message: 'Open the moment to read what’s new.',
      action: 'Read',
    },
    new_moments: {
      title: (count: number, circle: string | null) => {
        const moments = count === 1 ? '1 new moment' : `${count > 99 ? '99+' : count} new moments`;
        return circle === null ? `${moments} shared with you` : `${moments} in ${circle}`;
      },
      message: 'Open your feed to see what was shared.',
      action: 'Open',
    },
    new_photos: {
      title: (count: number, album: string) =>
        `${count === 1 ? '1 new photo' : `${count} new photos`} in ${album}`,
      message: 'Open the album to see what was added.',
      action: 'Open',
    },
    added_to_circle: {
      title: (name: string | null, circle: string) =>
        name === null ? `You are in ${circle} now` : `${name} added you to ${circle}`,
      message:
        'You can see its moments now, and all its members see what you share with it. New moments reach you in the evening; you can choose another time on the circle’s page.',
      action: 'Open circle',
    },
    added_to_contacts: {
      title: (name: string) => `${name} added you to their contacts`,
      message: 'You can see their whole profile now.',
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
      message: 'You own this circle now. You can add, invite and remove members.',
      action: 'Open circle',
    },
    circle_passed_on: {
      title: (circle: string) => `${circle} is yours now`,
      message: 'Its owner is no longer here. You can now add, invite and remove members.',
      action: 'Open circle',
    },
    letters_carry_content: {
      title: (name: string, circle: string) => `${name} lets letters from ${circle} carry words and photos`,
      message:
        'What you share with this circle can arrive in the mailboxes of its members. A letter cannot be taken back.',
      action: 'Open circle',
    },
    letters_returned: {
      title: (name: string) => `Letters to ${name} are being returned`,
      message:
        'Their mail server refused three e-mails in a row, so their letters are paused. Please ask them about their address. The letters start again when an e-mail from them arrives.',
      action: null,
    },
    new_sign_in: {
      title: () => 'New sign-in to your account',
      message: (device: string | null) =>
        `From: ${device ?? 'an unknown browser'}. You haven’t used it here before. If this wasn’t you, tell us: we’ll sign you out on every device and send you a link to set a new password.`,
      action: 'That wasn’t me',
    },
    second_factor_changed: {
      changes: {
        totp_added: 'An authenticator app was added to your account',
        totp_removed: 'The authenticator app was removed from your account',
        passkey_added: 'A passkey was added to your account',
        passkey_removed: 'A passkey was removed from your account',
        codes_made: 'New recovery codes were created for your account',
        all_removed: 'The authenticator app and passkeys were removed from your account',
      },
      message: (device: string | null) =>
        `From: ${device ?? 'the person who runs this place'}. If this wasn’t you, tell us: we’ll sign you out on every device and send you a link to set a new password.`,
      action: 'That wasn’t me',
    },
    export_ready: {
      title: () => 'Your export is ready',
      message: 'You can download it for 7 days. After that it is deleted, and you can ask for another.',
      action: 'Download it',
    },
    archive_ready: {
      title: (circle: string) => `Your download of ${circle} is ready`,
      message:
        'You can fetch it for 7 days. It is deleted earlier if something in it is taken back or deleted.',
      action: 'Download it',
    },
    warning: {
      title: () => 'A warning from the administrators',
      message:
        'Somebody reported something you shared, or your profile, and an administrator agreed. If it happens again, your account can be suspended.',
      action: null,
    },
    content_removed: {
      title: () => 'Something you shared was removed',
      message: 'A moment or comment of yours was reported. An administrator looked at it and deleted it.',
      action: null,
    },
    report_resolved: {
      title: () => 'Your report was reviewed',
      message: 'Thank you. An administrator reviewed it and took action.',
      action: null,
    },
    report_dismissed: {
      title: () => 'Your report was reviewed',
      message: 'Thank you. An administrator reviewed it and decided that no action is needed.',
      action: null,
    },
    report_waiting: {
      title: () => 'A report is waiting for you',
      message: 'Somebody reported something. Please look at it and decide.',
      action: 'See the reports',
    },
    verification_waiting: {
      title: () => 'Somebody is asking to be verified',
      message: 'Until an administrator has decided, they cannot share moments.',
      action: 'See the requests',
    },
    backup_failed: {
      title: () => 'The nightly backup failed',
      message: 'The backup or its test restore failed three times tonight. The System page says why.',
      action: 'Open the System page',
    },
    name_waiting: {
      title: () => 'A verified member is asking for a new name',
      message: 'Until somebody decides, others see the former name.',
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
        'They told us that a sign-in wasn’t theirs, but somebody else has confirmed their e-mail address since. The audit log shows which account it is. Give it a new address with the command set-email.',
      action: 'See the audit log',
    },
    donation_received: {
      title: () => 'Thank you for your donation',
      message: 'It has arrived. You’ll find it on My Account.',
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
      title: () => 'Your subscription has started',
      message: 'Thank you for keeping Circle running. You can cancel anytime on My Account.',
      action: 'See your subscription',
    },
    subscription_renewed: {
      title: () => 'Your subscription was renewed',
      message: 'Another month is paid. You’ll find the payment on My Account.',
      action: 'See your payments',
    },
    subscription_changed: {
      title: () => 'Your subscription was changed',
      message: 'My Account shows your plan and when the change takes effect.',
      action: 'See your subscription',
    },
    subscription_canceled: {
      title: () => 'Your subscription is cancelled',
      message: 'You keep your plan until the end of the time you paid for. Nothing more will be charged.',
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
      message: 'Please read the reviewer’s note. Then you can send the request again.',
      action: 'Read the note',
    },
  },
  resetAsked: 'If this address belongs to a member, a reset link is on its way.',
  resetUnmailed: (administrator: string | null) =>
    `This place can’t send e-mail. Ask ${administrator ?? 'the person who runs it'} for a link.`,
  reportSent: 'An administrator will look at it. We’ll let you know what they decide.',
  reportWaits:
    'This place has no other administrator who could decide this. Your report waits until there is one.',
  resetDone: 'Your password is changed. Please sign in with the new one.',
  archivePage,
  exportPage,
  letterPage,
  framePage,
  letters,
  mailbox,
  mail,
} as const;
