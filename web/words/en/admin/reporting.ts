/** The value sets of reports, as people read them. */
export const reporting = {
  post: 'Report Post',
  comment: 'Report comment',
  member: 'Report member',
  /** The menu of a comment, whose only option is to report it. */
  types: {
    spam: 'Spam',
    harassment: 'Harassment',
    inappropriate_content: 'Inappropriate content',
    fake_account: 'Fake account',
    copyright: 'Copyright',
  },
  dialog: {
    post: 'Report Post',
    comment: 'Report comment',
    user: 'Report member',
    about: {
      post: (name: string) =>
        `The administrators will see this moment by ${name}, as it is now, and what you write here. ${name} won’t learn who reported it.`,
      comment: (name: string) =>
        `The administrators will see this comment by ${name}, as it is now, and what you write here. ${name} won’t learn who reported it.`,
      user: (name: string) =>
        `The administrators will see what you see of ${name}'s profile, and what you write here. ${name} won’t learn who reported them.`,
    },
    type: 'What is it about?',
    choose: 'Please choose',
    typeRequired: 'Please choose what it is about.',
    reason: 'What is wrong?',
    submit: 'Send report',
    busy: 'Sending...',
    done: 'Thank you. Your report was sent.',
    failed: 'Your report was not sent',
    failedText: 'Your text is still here. Please send it again.',
  },
};
