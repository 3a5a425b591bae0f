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
    photos: 'Fotos',
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
  },
  card: {
    by: (name: string, begins: string) => `Moment von ${name}${begins === '' ? '' : `: ${begins}`}`,
    profileOf: (name: string) => `${name}, Profil`,
    onlyYou: 'Nur du',
    options: 'Optionen des Moments',
    readOn: 'Weiterlesen',
  },
  photo: {
    by: (name: string, at: number, total: number) =>
      total === 1 ? `Foto von ${name}` : `Foto ${at} von ${total}, von ${name}`,
    open: (at: number, total: number, more: number, what: { alt: string | null; name: string }) =>
      `Foto ${at} von ${total} öffnen${more ? `, +${more} weitere` : ''}${what.alt ? `: ${what.alt}` : `, von ${what.name}`}`,
    more: (count: number) => `+${count}`,
  },
} satisfies typeof english;
