import type { denied as english } from '../../en/app/denied.ts';

export const denied = {
  title: 'Kein Zugang',
  admin: 'Diese Seite ist der Administration vorbehalten.',
  scenarios: 'Für die Testfälle musst du angemeldet sein.',
  home: 'Zurück zum Start',
  protect: 'Einrichten',
  signIn: 'Anmelden',
} satisfies typeof english;
