import type { likesDialog as english } from '../../en/moments/likes-dialog.ts';

export const likesDialog = {
  title: 'Gefällt',
  list: 'Personen, denen dieser Moment gefällt',
  loading: 'Die Liste wird geladen …',
  failed: 'Die Liste konnte nicht geladen werden.',
  nobody: 'Dieser Moment gefällt noch niemandem.',
} satisfies typeof english;
