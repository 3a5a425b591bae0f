export const blocking = {
  failed: 'Error',
  block: (name: string) => `Block ${name}`,
  blockDialog: {
    title: (name: string) => `Block ${name}?`,
    text: (name: string) =>
      `You and ${name} won’t find each other any more. You won’t see each other’s profiles, moments and comments, not even in other people’s circles. You both leave the circles that the other owns. ${name} won’t be notified.`,
    action: 'Block',
    busy: 'Blocking...',
    done: (name: string) => `You blocked ${name}`,
  },
  unblockDialog: {
    title: (name: string) => `Unblock ${name}?`,
    text: (name: string) =>
      `You and ${name} can find each other again, and see what you share in circles you’re both in. Circles that you left because of the block stay left until somebody adds you again. ${name} won’t be notified.`,
    action: 'Unblock',
    busy: 'Unblocking...',
    done: (name: string) => `You unblocked ${name}`,
  },
  blockedTitle: (name: string) => `You’ve blocked ${name}`,
  blockedText: 'You can’t find each other or see what the other shares.',
  unblock: 'Unblock',
  unblockName: (name: string) => `Unblock ${name}`,
  hidden: 'Blocked and muted',
  blockedPeople: {
    title: 'Blocked people',
    text: 'You can’t find each other or see what the other shares. They don’t know.',
    empty: 'You haven’t blocked anybody.',
    loading: 'Loading blocked people...',
    failed: 'The list of blocked people could not be loaded.',
  },
  mutedPeople: {
    title: 'Muted people',
    text: 'You don’t see their moments in your feed and aren’t notified of their likes and comments. They don’t know.',
    empty: 'You haven’t muted anybody.',
    loading: 'Loading muted people...',
    failed: 'The list of muted people could not be loaded.',
    lift: 'Show again',
    liftName: (name: string) => `Show again: moments from ${name}`,
  },
};
