import type { ui as english } from '../../en/app/ui.ts';

/** Words of the design system. */
export const ui = {
  photoUnavailable: 'Foto nicht verfügbar',
  sharedWith: 'Geteilt mit',
  sharedWithYou: 'Mit dir geteilt',
  close: 'Schließen',
  cancel: 'Abbrechen',
  skip: 'Zum Inhalt springen',
  mainNavigation: 'Hauptnavigation',
  bottomNavigation: 'Hauptnavigation, untere Leiste',
  errorId: 'Fehlerkennung:',
  copy: 'Kopieren',
  copied: 'Kopiert',
  more: 'Mehr zeigen',
  moreBusy: 'Wird geladen …',
  moreFailed: 'Der Rest der Liste konnte nicht geladen werden.',
  tryAgain: 'Erneut versuchen',
  broken: 'Bei uns ist etwas schiefgegangen. Bitte versuch es noch einmal.',
} satisfies typeof english;
