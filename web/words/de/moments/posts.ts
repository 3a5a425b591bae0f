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
    show: 'Anzeigen',
    all: 'Alle Kreise',
    sharedWithYou: 'Mit dir geteilt',
    sortBy: (chosen: string) => `Reihenfolge: ${chosen}`,
    sorts: { newest: 'Neueste zuerst', oldest: 'Älteste zuerst', popular: 'Beliebteste' },
    priority: 'Nach Nähe',
    showing: (matching: number, total: number) => `${upTo(matching)} von ${upTo(total)} Momenten`,
    clear: 'Filter aufheben',
    loading: 'Dein Feed wird geladen …',
    failed: 'Dein Feed konnte nicht geladen werden',
    failedText: 'Circle ist nicht erreichbar. Bitte versuch es gleich noch einmal.',
    moreFailed: 'Die nächsten Momente konnten nicht geladen werden.',
    shown: (count: number) => `${counted(count, 'Moment wird', 'Momente werden')} angezeigt`,
    end: 'Das war alles, bis zurück zum Anfang.',
    endOldest: 'Das war alles, bis heute.',
    endPopular: 'Das war alles.',
    empty: 'Noch keine Momente',
    emptyText: 'Hier tauchen die Leute aus deinen Kreisen auf. Jemand muss den Anfang machen.',
    emptyAction: 'Teile deinen ersten Moment',
    emptyCircle: 'Keine Momente in diesem Kreis',
    emptyCircleText: 'Seit du dabei bist, hat hier noch niemand etwas geteilt.',
    emptyMatch: 'Keine Momente passen zu deiner Auswahl',
    emptyMatchText: 'Hier erscheint, was andere aus ihren privaten Kreisen mit dir teilen.',
    lost: 'Diesen Kreis gibt es nicht mehr, oder du bist nicht mehr dabei.',
  },
  card: {
    by: (name: string) => `Moment von ${name}`,
    profileOf: (name: string) => `${name}, Profil`,
    onlyYou: 'Nur du',
    options: 'Optionen des Moments',
    audience: 'Wer das sehen kann',
    delete: 'Moment löschen',
    readOn: 'Weiterlesen',
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
