export const invitations = {
  email: 'E-mail',
  emailPlaceholder: 'name@example.org',
  message: 'Personal message',
  defaultMessage:
    'Come and join me on Circle. It is a small, private place for sharing moments: no ads, paid for by the people who use it, and only the people we choose can see.',
  submit: 'Send invitation',
  busy: 'Sending...',
  emailRequired: 'Email Required',
  invalidEmail: 'Invalid Email',
  sent: 'Invitation Sent!',
  failed: 'Failed to Send Invitation',
  failedText: 'Please try again later.',
  /** Where no mail can be sent. */
  unmailed: {
    before: 'This place can’t send e-mail yet. You get a code and a link, and pass them on yourself.',
    title: 'Nothing was mailed.',
    text: (email: string) =>
      `This place can’t send e-mail yet. The invitation for ${email} is ready: show the code, or send the link yourself.`,
    intro: 'The code works once, for 30 days. We’ll notify you when it’s used.',
    used: 'This invitation has been used.',
    another: 'Invite another person',
    badge: 'Not mailed',
  },
  beta: { title: 'Send Beta Invitation', intro: 'To someone you would show anyway.' },
  toCircle: { title: 'Invite Members to', back: (name: string) => `Back to ${name}` },
  byEmail: {
    title: 'Invite by e-mail',
    intro: 'The mail contains a code that works once, for 30 days. We’ll notify you when it’s used.',
  },
  /** Beside the invite button: the things that an invited person will see. */
  effect: {
    shared: (name: string, earlier: boolean) =>
      `Someone who accepts sees ${name}, everyone in it and its moments from ${earlier ? 'the beginning' : 'then on'}, and your photo, e-mail and bio.`,
    private: (earlier: boolean) =>
      `Someone who accepts sees the moments you share with this circle from ${earlier ? 'the beginning' : 'then on'}, and your photo, e-mail and bio. They never see the circle itself, or who else is in it.`,
    none: 'Someone who accepts sees only your name until you add them to a circle.',
  },
  recent: {
    title: 'Recent Invitations',
    note: 'Since you opened Circle',
    sent: 'Sent',
    failed: 'Failed',
  },
  open: {
    title: 'Open invitations',
    byLink: 'By link',
    until: (circle: string | null, date: string) =>
      circle === null ? `Works until ${date}` : `To ${circle}. Works until ${date}`,
    withdraw: 'Withdraw',
    withdrawFor: (email: string | null, date: string) =>
      email === null ? `Withdraw the invitation by link of ${date}` : `Withdraw the invitation to ${email}`,
    withdrawn: 'Invitation withdrawn',
    failed: 'The invitation could not be withdrawn',
  },
  own: {
    title: 'This is your own invitation',
    text: 'It’s meant for somebody else: send them the link. It works once.',
    withdraw: 'Withdraw',
  },
  vouch: {
    label: 'I know who this is: verified when they join',
    note: 'They can share at once, and their profile says that you vouched for them.',
  },
  link: {
    label: 'Invitation link',
    copy: 'Copy link',
    copied: 'Link copied',
    copyFailed: 'The link could not be copied. Please select it above and copy it.',
    share: 'Share link',
    shareFailed: 'The link could not be shared. Please select it above and copy it.',
  },
  code: {
    heading: 'Without an address',
    intro: 'Let somebody scan a code from your screen, or send them the link in any other way.',
    show: 'Show a code',
    title: 'Invitation code',
    scan: 'Let them scan it with their camera, or send them the link. Only this window shows it.',
    qr: 'QR code of the invitation link',
    letters: 'The code in letters',
    until: (date: string) => `Works once, until ${date}`,
    busy: 'Making a code...',
    make: 'Show the code',
    before: 'Anybody who gets hold of the code can use it, once.',
    used: 'This code is used up. Make a new one for the next person.',
    again: 'New code',
  },
  join: {
    loading: 'Loading the invitation...',
    invites: (name: string) => `${name} invites you to`,
    somebody: 'You are invited to',
    access: 'Access Circle',
    busy: 'Joining...',
    signedInAs: (name: string) => `You are signed in as ${name}.`,
    effect: (name: string | null) =>
      name === null
        ? 'The person who invited you decides what to share with you. Your own photo, e-mail and bio stay private until you add somebody to one of your circles.'
        : `You will see ${name}’s photo, e-mail and bio; yours stay private until you add them to one of your circles.`,
    isOnFrame: 'A picture frame shows this circle’s photos to everybody who looks at it.',
    joined: 'Successfully Joined!',
    joinedText: (circle: string) => `You are in ${circle} now.`,
    failed: 'Join Failed',
    failedText: 'Failed to join circle',
    invalidAdvice:
      'Each invitation works only once. Ask the person who sent it for a new one. It takes them ten seconds.',
    unreadable: 'The invitation could not be loaded',
    unreadableAdvice: 'Circle can’t be reached. Please try again in a moment.',
    home: 'Go to Circle',
  },
};
