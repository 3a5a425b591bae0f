export const verification = {
  title: 'Identity Verification',
  intro: 'A person reads each request, so that everybody on Circle is who they say they are.',
  states: {
    none: {
      title: 'Verify to start sharing',
      badge: 'Not Verified',
      text: 'You can read, like and comment already. Creating posts needs a verified account.',
    },
    pending: {
      title: 'Under review',
      badge: 'Pending',
      submitted: 'Submitted',
      text: 'You will be notified when your request has been processed.',
      note: 'There’s nothing more to do.',
    },
    approved: {
      title: 'Account Verified',
      badge: 'Verified',
      text: 'You can now create posts.',
      next: 'Share Your First Moment',
    },
    rejected: {
      title: 'Not approved this time',
      badge: 'Rejected',
      wrote: 'The reviewer wrote:',
      silent: 'The reviewer left no note.',
    },
  },
  vouched: {
    title: 'New names',
    intro: 'Members whom you vouched for need your agreement to a new name, or an administrator’s.',
    none: 'Nobody waits for you',
    noneText: 'When somebody whom you vouched for asks for another name, you’ll decide here.',
  },
  form: {
    again: 'Send it again',
    statement: 'Personal statement',
    statementPlaceholder: 'Who you are, and who invited you. A few honest lines are enough.',
    required: 'Required Information',
    linkedIn: 'LinkedIn profile',
    instagram: 'Instagram handle',
    submit: 'Submit request',
    resubmit: 'Resubmit request',
    busy: 'Submitting...',
    done: 'Verification Submitted',
    failed: 'Error',
  },
};
