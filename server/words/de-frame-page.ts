import type { Words } from './words.ts';

export const framePage: Words['framePage'] = {
  title: 'Bilderrahmen',
  heading: 'Einen Kreis auf diesem Bildschirm zeigen',
  stepOpen: 'Öffne Circle auf deinem Handy oder Computer.',
  stepGo: 'Wähle unter „Mein Konto“ bei „Bilderrahmen“ die Taste „Bilderrahmen hinzufügen“.',
  stepType: 'Gib dort diesen Code ein:',
  codeWorks: 'Der Code gilt einmal, 10 Minuten lang.',
  preparing: 'Einen Moment …',
  stayOn:
    'Stell dieses Gerät so ein, dass der Bildschirm anbleibt. Tippe auf die Fotos, um sie im Vollbild zu sehen.',
  another: 'Neuen Code zeigen',
  pausedTitle: 'Noch da?',
  paused: 'Seit einer Stunde hat niemand einen Code eingegeben. Drück den Knopf, wenn du so weit bist.',
  offline: 'Keine Verbindung zu Circle. Wir versuchen es von selbst wieder.',
  empty: 'In diesem Kreis gibt es noch keine Fotos. Neue erscheinen hier.',
  ended: 'Dieser Bilderrahmen wurde beendet. Er zeigt nichts mehr.',
  away: 'Keine Verbindung. Mit ihr kommen auch die Fotos zurück.',
  noScript: 'Ein Bilderrahmen braucht JavaScript. Bitte schalte es in diesem Browser ein.',
};
