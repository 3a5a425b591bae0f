import type { members as english } from '../../en/people/members.ts';

export const members = {
  nobody: 'Mitglied',
  verified: 'Verifiziert',
} satisfies typeof english;
