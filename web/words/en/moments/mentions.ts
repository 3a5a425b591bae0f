/** Mentions, and the list of names that opens after an @. They load with the first mention. */
export const mentions = {
  /** In place of the name of a mentioned member whom the viewer may not know. */
  somebody: 'somebody',
  list: 'People you can mention',
  offered: (count: number) =>
    `${count} ${count === 1 ? 'person' : 'people'}. Use the arrow keys to choose and Enter to mention.`,
  gone: 'Somebody you mention isn’t in these circles, or one of the circles no longer exists.',
};
