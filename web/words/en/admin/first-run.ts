/** The three steps of a new place. */
export const firstRun = {
  again: { name: 'Name and language', mail: 'Mail', circle: 'First circle and invitation' },
  step: (step: number) => `Step ${step} of 3`,
  loading: 'Loading...',
  busy: 'One moment...',
  save: 'Save and continue',
  next: 'Continue',
  skip: 'Skip',
  back: 'Back',
  name: {
    title: 'Give this place a name',
    intro:
      'People see it in mails and when they join. You can change everything later under Administration, System.',
    name: 'Name',
    nameHint: 'For example your family’s name.',
    language: 'Language of this place',
    languageHint: 'For invitations by mail. Members choose their own on My Account.',
  },
  mail: {
    title: 'Let Circle send mail',
    intro: 'Circle mails invitations, new passwords and notifications.',
    none: 'No mail server is set up yet. Until then Circle writes mails to files in its data folder, and you can invite people by a code.',
    how: 'Add these two lines with your mail provider’s details to the file .env in Circle’s folder, then start Circle again:',
    server: (server: string, from: string) => `Circle sends mail through ${server}, from ${from}.`,
    test: 'Send a test mail to me',
    sending: 'Sending...',
    sent: (address: string) => `The mail server took the mail to ${address}. Please check that it arrived.`,
    failed: 'The mail was not sent. Please check SMTP_URL.',
  },
  circle: {
    title: 'Start your first circle',
    intro: 'A circle is a group of people who see what you share with it. Next, you invite the first person.',
    name: 'Name of the circle',
    placeholder: 'Family',
    submit: 'Create and invite somebody',
  },
};
