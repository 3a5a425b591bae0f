import type { notFound as english } from '../../en/app/not-found.ts';

export const notFound = {
  title: 'In diesem Kreis ist nichts',
  lookedFor: 'Gesucht haben wir',
  home: 'Zum Start',
  signIn: 'Anmelden',
  profiles: 'Alle Profile ansehen',
} satisfies typeof english;
