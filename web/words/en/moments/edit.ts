/** Editing moments and comments after they were shared. */
export const edit = {
  edited: 'edited',
  post: 'Edit Post',
  postLabel: 'Your words',
  comment: 'Edit comment',
  commentLabel: 'Your comment',
  kept: 'Your unsaved changes are still here.',
  save: 'Save',
  busy: 'Saving...',
  done: 'Changes saved',
  failed: 'Your changes were not saved',
  lost: 'Circle can’t be reached. Your changes are still here. Please save them again.',
  waiting: {
    title: 'Your changes are waiting for a connection.',
    text: 'We’ll save them as soon as you’re back online.',
    mark: 'Waiting for a connection',
  },
};
