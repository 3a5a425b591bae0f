/** The note about a lost connection, and the age of what is shown. */
export const offlineNote = {
  isOffline: 'You’re offline.',
  unreachable: 'Circle can’t be reached.',
  asOf: (when: string) => `You see how things were ${when}.`,
  reload: 'Try again',
};
