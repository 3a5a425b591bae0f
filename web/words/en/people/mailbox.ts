/** How people who only have e-mail join a circle, and leave it. */
export const mailbox = {
  title: 'By letter',
  intro: 'People who only have e-mail can take part. They get letters and answer them by e-mail.',
  asked: {
    title: 'Not answered yet',
    failed: 'The people you asked could not be loaded.',
    until: (asked: string, until: string) => `Asked on ${asked}. Open until ${until}.`,
    withdraw: 'Withdraw',
    withdrawFor: (name: string) => `Withdraw the question to ${name}`,
    withdrawn: 'Question withdrawn',
    withdrawnText: (name: string) => `The e-mail to ${name} no longer works.`,
    withdrawFailed: 'The question was not withdrawn',
  },
  add: {
    open: 'Add somebody who only has e-mail',
    title: (circle: string) => `Add somebody to ${circle} by letter`,
    text: 'One e-mail asks them. They are in the circle once they say yes.',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    verify: 'I know who this is',
    verifyNote: 'Without this they can comment and like, but share no moments.',
    unverified: 'They can comment and like, but share no moments.',
    submit: 'Ask by e-mail',
    busy: 'Sending...',
    done: (name: string) => `We’re asking ${name}`,
    doneText: (name: string, circle: string) =>
      `${name} is in ${circle} once they say yes. Each address gets at most one e-mail.`,
    failed: 'The question was not sent',
    off: 'This place cannot receive e-mail yet',
    offText:
      'The person who runs it has to set MAIL_IN and MAIL_REPLY. The section ‘Mail in’ of docs/operating.md explains how.',
    names: (circle: string) => `Letters from ${circle} carry names only`,
    namesText:
      'People who take part by letter only see moments in letters, so letters have to carry words and photos. That then applies to everyone’s letters from this circle, and we notify its members. A letter cannot be taken back.',
    carry: 'Let letters carry words and photos',
    carryBusy: 'Saving...',
    carryFailed: 'The letters were not changed',
  },
  account: {
    open: 'Make it an account',
    title: (name: string) => `An account for ${name}?`,
    text: (name: string) =>
      `We’ll send ${name} a link. With it they can choose a password and use Circle like you. They keep everything they wrote.`,
    submit: 'Send the link',
    busy: 'Sending...',
    done: 'Link sent',
    doneText: (name: string) => `Nothing changes until ${name} uses it.`,
    failed: 'The link was not sent',
  },
  /** Where no mail can be sent. */
  unmailed: {
    title: 'Nothing was mailed',
    text: 'This place can’t send e-mail. The mail is a file on the server: ask an administrator to pass it on.',
  },
  options: (name: string) => `Options for ${name}`,
  /** In the dialog that removes a member. */
  removed: (name: string) =>
    `${name} gets no more letters from this circle, and can no longer answer those they have.`,
  onlyAsked: 'They have to say yes by e-mail',
};
