import type { controls as english } from '../../en/app/controls.ts';

export const controls = {
  optional: 'freiwillig',
  count: (now: number, max: number) => `${now} / ${max}`,
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  back: 'Zurück',
  dismiss: 'Ausblenden',
  toast: 'Hinweis',
  toastRegion: 'Hinweise ({hotkey})',
  language: 'Sprache',
  uploadBroken: 'Das Hochladen wurde unterbrochen. Bitte versuch es noch einmal.',
} satisfies typeof english;
