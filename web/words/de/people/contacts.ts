import type { contacts as english } from '../../en/people/contacts.ts';
import { counted, numbered } from '../app/plural.ts';

export const contacts = {
  back: 'Zurück zur Übersicht',
  title: 'Kontakte',
  invite: 'Einladen',
  viewConnections: 'Verbindungen ansehen',
  browse: 'Alle Profile ansehen',
  search: {
    label: 'Nach Personen suchen',
    placeholder: 'Name oder E-Mail-Adresse',
    hint: 'Gib mindestens 5 Zeichen ein, um zu suchen',
    results: 'Ergebnisse der Suche',
    busy: 'Wird gesucht …',
    found: (count: number) => `${counted(count, 'Person', 'Personen')} gefunden`,
    failed: 'Die Suche ist fehlgeschlagen.',
    none: 'Niemand gefunden',
    noneText: (term: string) => `Zu „${term}“ passt niemand`,
    noneHint: 'Noch nicht auf Circle? Lade die Person per E-Mail ein.',
  },
  list: 'Deine Kontakte',
  loading: 'Deine Kontakte werden geladen …',
  failed: 'Deine Kontakte konnten nicht geladen werden',
  failedText: 'Circle ist nicht erreichbar. Bitte versuch es gleich noch einmal.',
  empty: 'Noch keine Kontakte',
  emptyText:
    'Hier findest du alle Personen aus deinen Kreisen. Such jemanden, den du kennst, oder lade jemanden ein.',
  view: (name: string) => `${name} ansehen`,
  nameOnly: 'Nur der Name ist sichtbar',
  find: {
    label: 'In deinen Kontakten suchen',
    none: 'Niemand in deinen Kontakten heißt so.',
  },
  add: 'Hinzufügen',
  addName: (name: string) => `${name} zu Kreisen hinzufügen`,
  person: {
    profile: 'Profil ansehen',
    add: 'Zu Kreisen hinzufügen',
    loading: 'Wird geladen …',
    gone: 'Diese Person ist nicht mehr hier.',
  },
  connections: {
    title: 'Deine Verbindungen',
    count: (count: number) =>
      count === 0
        ? 'Noch ist niemand in einem Kreis von dir.'
        : `${counted(count, 'Person ist', 'Personen sind')} in den Kreisen, die dir gehören.`,
    list: 'Personen in deinen Kreisen',
  },
  addDialog: {
    title: (name: string) => `${name} zu Kreisen hinzufügen`,
    text: (name: string) =>
      `${name} sieht dann dein Foto, deine E-Mail-Adresse, den Text über dich und das, was bei jedem Kreis steht.`,
    circles: 'Kreise',
    loading: 'Deine Kreise werden geladen …',
    failed: 'Deine Kreise konnten nicht geladen werden.',
    none: 'Dir gehört noch kein Kreis.',
    toCircles: 'Kreis anlegen',
    already: 'Schon in diesem Kreis',
    sees: {
      sharedEarlier: 'sieht alle Mitglieder und alle Momente',
      sharedFromNow: 'sieht alle Mitglieder und die Momente ab jetzt',
      toldOfContacts: 'sieht, was du mit deinen Kontakten teilst, und bekommt eine Benachrichtigung',
      privateEarlier: 'sieht alles, was du mit ihm teilst, aber nicht den Kreis',
      privateFromNow: 'sieht, was du ab jetzt mit ihm teilst, aber nicht den Kreis',
    },
    note: (members: string, sees: string) => `${members} · ${sees}`,
    choose: 'Zu Kreisen hinzufügen',
    submit: (count: number) => `Zu ${numbered(count)} ${count === 1 ? 'Kreis' : 'Kreisen'} hinzufügen`,
    busy: 'Wird hinzugefügt …',
    done: 'Zu Kreisen hinzugefügt',
    doneText: (name: string, circles: string) => `${name} ist jetzt in ${circles}.`,
    addFailed: 'Die Person wurde nicht hinzugefügt',
  },
  addToContacts: {
    button: 'Zu Kontakten hinzufügen',
    name: (name: string) => `Zu Kontakten hinzufügen: ${name}`,
    busy: 'Wird hinzugefügt …',
    already: 'In deinen Kontakten',
    effect:
      'Sieht dein Foto, deine E-Mail-Adresse, was du über dich schreibst und was du mit deinen Kontakten teilst. Bekommt eine Benachrichtigung, dass du sie hinzugefügt hast.',
    done: 'Kontakt hinzugefügt',
    doneText: (name: string) => `${name} ist jetzt in deinen Kontakten`,
    failed: 'Der Kontakt wurde nicht hinzugefügt',
    failedText: 'Die Person konnte nicht zu den Kontakten hinzugefügt werden',
  },
} satisfies typeof english;
