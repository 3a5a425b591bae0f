/** Hiding somebody's moments from one's own feed. */
export const muting = {
  mute: (name: string) => `Don't show me moments from ${name}`,
  unmute: (name: string) => `Show me moments from ${name}`,
  done: (name: string) => `You no longer see moments from ${name}`,
  text: 'You also won’t be notified of their likes and comments. They won’t know.',
  undo: 'Undo',
  undoHint: 'To undo, press F8 and then Tab.',
  undone: (name: string) => `You see moments from ${name} again`,
  failed: 'Error',
};
