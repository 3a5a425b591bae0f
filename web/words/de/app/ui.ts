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
  between: {
    tooLarge:
      'Ein Server vor Circle nimmt keine Datei dieser Größe an (413). Bitte sag es einem Administrator.',
    tooMany:
      'Ein Server vor Circle braucht eine Pause (429). Bitte warte eine Minute und versuche es noch einmal.',
    signIn:
      'Dieses Netz will, dass du dich zuerst anmeldest (511). Öffne eine andere Seite und versuche es dann noch einmal.',
    unreachable: (status: number) =>
      `Circle ist gerade nicht erreichbar (${status}). Bitte versuche es in einer Minute noch einmal.`,
    refused: (status: number) => `Etwas zwischen dir und Circle hat das abgelehnt (${status}).`,
  },
} satisfies typeof english;
