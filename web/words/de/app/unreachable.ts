import type { unreachable as english } from '../../en/app/unreachable.ts';

export const unreachable = {
  text: (host: string) => `Handys erreichen diesen Ort nicht: Er antwortet nur auf ${host}.`,
  how: 'Die Administration kann ihm eine Adresse geben (PUBLIC_URL).',
  more: 'Adresse einrichten',
} satisfies typeof english;
