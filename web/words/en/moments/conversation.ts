const names = /* @__PURE__ */ new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Sentences about comments that load with the comments. */
export const conversation = {
  list: 'Comments',
  failed: 'The comments could not be loaded.',
  earlier: 'Show earlier comments',
  earlierBusy: 'Loading...',
  add: 'Add a comment',
  send: 'Send comment',
  answer: 'Answer',
  /** A screen reader's name of the button beside a comment. */
  answerTo: (name: string) => `Answer ${name}`,
  answering: (name: string) => `Answering ${name}`,
  stopAnswering: 'Stop answering',
  answersTo: (name: string) => `Answers to ${name}`,
  answersEarlier: 'Answers to an earlier comment',
  toDeleted: 'In reply to a deleted comment',
  options: 'Comment options',
  delete: 'Delete comment',
  deleteTitle: 'Delete this comment?',
  deleteOwn: 'You can’t undo this.',
  deleteOf: (name: string) => `You can’t undo this. ${name} won’t be notified.`,
  deleteBusy: 'Deleting...',
  addFailed: 'Error adding comment',
  addLost: 'Circle can’t be reached. Your text is still here. Please send it again.',
  deleteFailed: 'Error deleting comment',
  /** Beside the comment box: the readers of the comment. */
  seenBy: {
    author: (name: string) => `Only ${name} will see this.`,
    answer: (name: string) => `Only people who see ${name}’s comment can see this.`,
    nobody: 'Only you will see this.',
    circles: (circles: readonly string[]) => `People in ${names.format(circles)} will see this.`,
  },
};
