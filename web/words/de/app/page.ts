import type { page as english } from '../../en/app/page.ts';

export const page = {
  description:
    'Ein privater Ort ohne Werbung, nur auf Einladung, um Momente mit den Menschen zu teilen, die du auswählst.',
  needsScript: 'Circle braucht JavaScript. Bitte schalte es in deinem Browser ein.',
  manifest: {
    description: 'Ein privater Ort, um Momente mit den Menschen zu teilen, die du auswählst.',
    share: 'Einen Moment teilen',
    closest: 'Nach Nähe',
    notifications: 'Benachrichtigungen',
  },
} satisfies typeof english;
