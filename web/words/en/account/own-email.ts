/** The dialog that changes the e-mail address. */
export const ownEmail = {
  change: 'Change e-mail address',
  add: 'Add e-mail address',
  text: 'We’ll send a link to the new address. It’s yours once you open the link. Until then nothing changes.',
  email: 'New e-mail address',
  password: 'Your password',
  submit: 'Send the link',
  busy: 'Sending...',
  done: 'Check your new mailbox',
  doneText: (email: string) => `If ${email} can be used, you’ll find a link there now.`,
  failed: 'The link was not sent',
  /** Where no mail can be sent. */
  unmailed: {
    text: 'This place can’t send e-mail. Ask an administrator for the link that makes the new address yours. Until you open it nothing changes.',
    submit: 'Make the link',
    busy: 'One moment...',
    done: 'Nothing was mailed',
    doneText: (email: string) =>
      `If ${email} can be used, the link is on the server now. Ask an administrator for it.`,
  },
};
