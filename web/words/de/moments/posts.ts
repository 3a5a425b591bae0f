import type { posts as english } from '../../en/moments/posts.ts';
import { counted, nounFor, numbered } from '../app/plural.ts';

/** Counts are exact to here; the server says one more where there are more. */
const exactTo = 1_000;

/** A count, up to where counts are exact. */
export const upTo = (count: number) => (count > exactTo ? `${numbered(exactTo)}+` : numbered(count));

export const posts = {
  you: {
    label: 'Du',
    profile: 'Dein Profil',
    count: numbered,
    memories: (count: number) => nounFor(count, 'Erinnerung geteilt', 'Erinnerungen geteilt'),
    connections: (count: number) => nounFor(count, 'Verbindung', 'Verbindungen'),
    share: 'Teile deinen Moment',
    daily: 'Foto des Tages',
    administration: 'Administration',
  },
  feed: {
    title: 'Dein Feed',
    show: 'Zeigen',
    all: 'Alle Kreise',
    sharedWithYou: 'Mit dir geteilt',
    sortBy: (chosen: string) => `Reihenfolge: ${chosen}`,
    sorts: { newest: 'Neueste zuerst', oldest: 'Älteste zuerst', popular: 'Beliebteste' },
    priority: 'Nach Nähe',
    showing: (matching: number, total: number) => `${upTo(matching)} von ${upTo(total)} Momenten`,
    clear: 'Filter aufheben',
    loading: 'Dein Feed wird geladen …',
    failed: 'Dein Feed konnte nicht geladen werden',
    failedText: 'Circle wurde nicht erreicht. Bitte versuch es gleich noch einmal.',
    moreFailed: 'Die nächsten Momente konnten nicht geladen werden.',
    shown: (count: number) => `${counted(count, 'Moment wird', 'Momente werden')} gezeigt`,
    end: 'Das ist alles, bis zurück zum Anfang.',
    endOldest: 'Das ist alles, bis heute.',
    endPopular: 'Das ist alles.',
    empty: 'Noch keine Momente',
    emptyText: 'Hier tauchen die Leute aus deinen Kreisen auf. Jemand muss den Anfang machen.',
    emptyAction: 'Teile deinen ersten Moment',
    emptyCircle: 'Keine Momente in diesem Kreis',
    emptyCircleText: 'Hier hat noch niemand etwas geteilt, oder nicht, seit du dabei bist.',
    emptyMatch: 'Keine Momente passen zu deiner Auswahl',
    emptyMatchText: 'Was andere über eigene Listen mit dir teilen, taucht hier auf.',
    lost: 'Diesen Kreis gibt es nicht mehr, oder nicht mehr für dich.',
  },
  card: {
    by: (name: string) => `Moment von ${name}`,
    profileOf: (name: string) => `${name}, Profil`,
    onlyYou: 'Nur du',
    options: 'Optionen des Moments',
    audience: 'Wer das sehen kann',
    describe: 'Fotos beschreiben',
    delete: 'Moment löschen',
    mute: (name: string) => `Keine Momente von ${name} zeigen`,
    readOn: 'Weiterlesen',
  },
  mute: {
    done: (name: string) => `Du siehst keine Momente von ${name} mehr`,
    text: 'Du bekommst auch keine Benachrichtigungen über ihre Likes und Kommentare. Niemand erfährt davon.',
    undo: 'Rückgängig',
    undoHint: 'Rückgängig machen: F8 drücken, dann Tab.',
    undone: (name: string) => `Du siehst wieder Momente von ${name}`,
    failed: 'Fehler',
  },
  photo: {
    by: (name: string) => `Foto von ${name}`,
    open: (at: number, total: number, alt: string) => `Foto ${at} von ${total} öffnen: ${alt}`,
    openMore: (at: number, total: number, more: number, alt: string) =>
      `Foto ${at} von ${total} öffnen, +${more} weitere: ${alt}`,
    more: (count: number) => `+${count}`,
    viewer: 'Fotos',
    at: (at: number, total: number, alt: string) => `Foto ${at} von ${total}: ${alt}`,
    close: 'Schließen',
    zoom: 'Vergrößern',
    download: 'Dieses Foto herunterladen',
    previous: 'Voriges Foto',
    next: 'Nächstes Foto',
  },
} satisfies typeof english;
