/** The sentences of the page in an export. */
export const exportPage = {
  made: 'Made on',
  files:
    'The folder “data” contains the same in files that programs can read. The folder “photos” contains your photos.',
  you: 'Your profile picture',
  photo: 'Photo',
  video: 'Video',
  moments: 'Your moments',
  comments: 'Your comments',
  sharedWith: 'Shared with',
  /** In place of the name of a mentioned member whom the reader may not know. */
  somebody: 'somebody',
  counts: (likes: number, comments: number) =>
    `${likes} ${likes === 1 ? 'like' : 'likes'} · ${comments} ${comments === 1 ? 'comment' : 'comments'}`,
};
