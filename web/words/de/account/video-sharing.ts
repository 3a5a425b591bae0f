import type { videoSharing as english } from '../../en/account/video-sharing.ts';

export const videoSharing = {
  title: 'Videos teilen',
  allowed: {
    all: 'Du kannst Videos von bis zu 3 Minuten teilen, zwei pro Moment.',
    premium: 'Mit Premium kannst du Videos von bis zu 3 Minuten teilen, zwei pro Moment.',
    off: 'Hier kann niemand Videos teilen.',
  },
  lacksPlan:
    'Um Videos zu teilen, brauchst du Premium. Die Videos, die andere mit dir teilen, kannst du auch so ansehen.',
  plan: 'Was zu Premium gehört',
} satisfies typeof english;
