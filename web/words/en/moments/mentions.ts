/** The list of names that opens after an @. */
export const mentions = {
  list: 'People you can mention',
  offered: (count: number) =>
    `${count} ${count === 1 ? 'person' : 'people'}. Use the arrow keys to choose and Enter to mention.`,
  gone: 'Somebody you mention isn’t in these circles, or one of the circles no longer exists.',
};
