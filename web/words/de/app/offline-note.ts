import type { offlineNote as english } from '../../en/app/offline-note.ts';

export const offlineNote = {
  isOffline: 'Du bist offline.',
  unreachable: 'Circle ist nicht erreichbar.',
  asOf: (when: string) => `Du siehst, wie es ${when} war.`,
  reload: 'Neu laden',
} satisfies typeof english;
