import type { notFound as english } from '../../en/app/not-found.ts';

export const notFound = {
  title: 'Seite nicht gefunden',
  lookedFor: 'Gesucht haben wir',
  home: 'Zum Start',
  signIn: 'Anmelden',
  profiles: 'Alle Profile ansehen',
} satisfies typeof english;
