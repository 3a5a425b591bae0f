import type { ui as english } from '../en/ui.ts';

/** Words of the design system. */
export const ui = {
  optional: 'freiwillig',
  count: (now: number, max: number) => `${now} / ${max}`,
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  photoUnavailable: 'Foto nicht verfügbar',
  sharedWith: 'Geteilt mit',
  sharedWithYou: 'Mit dir geteilt',
  close: 'Schließen',
  cancel: 'Abbrechen',
  back: 'Zurück',
  dismiss: 'Ausblenden',
  toast: 'Hinweis',
  toastRegion: 'Hinweise ({hotkey})',
  skip: 'Zum Inhalt springen',
  mainNavigation: 'Hauptnavigation',
  bottomNavigation: 'Hauptnavigation, untere Leiste',
  loading: 'Wird geladen …',
  errorId: 'Fehlerkennung:',
  copy: 'Kopieren',
  copied: 'Kopiert',
  tryAgain: 'Noch einmal versuchen',
  broken: 'Bei uns ist etwas schiefgegangen. Bitte versuch es noch einmal.',
  uploadBroken: 'Das Hochladen wurde unterbrochen. Bitte versuch es noch einmal.',
} satisfies typeof english;
