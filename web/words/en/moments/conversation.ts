const names = /* @__PURE__ */ new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Sentences about comments that load with the comments. */
export const conversation = {
  list: 'Comments',
  failed: 'The comments could not be loaded.',
  earlier: 'Show earlier comments',
  earlierBusy: 'Loading...',
  add: 'Add a comment',
  send: 'Send comment',
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
    nobody: 'Only you will see this.',
    circles: (circles: readonly string[]) => `People in ${names.format(circles)} will see this.`,
  },
};
