/** Pulling the feed down to have it looked at again. */
export const pull = {
  busy: 'Checking for new moments...',
  done: 'Your feed is up to date.',
};
