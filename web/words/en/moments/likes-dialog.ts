/** The list of the people who like a moment. */
export const likesDialog = {
  title: 'Likes',
  list: 'People who like this moment',
  loading: 'Loading the list...',
  failed: 'The list could not be loaded.',
  nobody: 'Nobody likes this moment yet.',
};
