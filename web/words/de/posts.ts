import type { posts as english } from '../en/posts.ts';
import { counted, nounFor, numbered } from './plural.ts';

/** Counts are exact to here; the server says one more where there are more. */
const exactTo = 1_000;

const names = /* @__PURE__ */ new Intl.ListFormat('de', { type: 'conjunction' });

const upTo = (count: number) => (count > exactTo ? `${numbered(exactTo)}+` : numbered(count));

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
    kept: (when: string) => `Was du zuletzt gesehen hast, ${when}. Du bist ohne Verbindung.`,
    more: 'Mehr zeigen',
    moreBusy: 'Wird geladen …',
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
  priority: {
    title: 'Nach Nähe',
    intro: 'Deine Kreise, wie du sie ordnest.',
    set: 'Prioritäten setzen',
    loading: 'Deine Kreise werden geladen …',
    posts: (total: number) => (total === 1 ? '1 Moment' : `${upTo(total)} Momente`),
    shown: (count: number) => `${numbered(count)} gezeigt`,
    newest: 'neuester:',
    none: 'Noch keine Momente',
    emptyCircle: 'Hier hat noch niemand etwas geteilt, oder nicht, seit du dabei bist.',
    seeAll: (total: number) => `Alle ${upTo(total)} Momente ansehen`,
    seeAllIn: (circle: string) => `in ${circle}`,
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
    text: 'Es wird niemandem gesagt.',
    undo: 'Rückgängig',
    undoHint: 'Rückgängig machen: F8 drücken, dann Tab.',
    undone: (name: string) => `Du siehst wieder Momente von ${name}`,
    failed: 'Fehler',
  },
  deleteDialog: {
    title: 'Moment löschen',
    text: 'Möchtest du diesen Moment wirklich löschen? Das lässt sich nicht rückgängig machen.',
    action: 'Moment löschen',
    busy: 'Wird gelöscht …',
    done: 'Moment gelöscht',
    failed: 'Fehler',
  },
  audienceDialog: {
    title: 'Wer das sehen kann',
    loading: 'Es wird nachgesehen, wer das sehen kann …',
    failed: 'Die Liste konnte nicht geladen werden.',
    people: (count: number) =>
      count === 0
        ? 'Nur du kannst das sehen.'
        : `${counted(count, 'Person außer dir kann', 'Personen außer dir können')} das sehen. Sonst niemand.`,
    list: 'Personen, die das sehen können',
    through: (circles: readonly string[]) => `Über ${names.format(circles)}`,
    since: (date: string) => `seit ${date}`,
    circles: 'Geteilt mit',
    remove: 'Wegnehmen',
    removeFrom: (circle: string) => `${circle} wegnehmen`,
    confirm: (circle: string) => `${circle} wegnehmen?`,
    confirmText: (circle: string) =>
      `Wer diesen Moment nur über ${circle} sieht, sieht ihn dann nicht mehr, auch nicht, was dort gesagt wurde. Einen Kreis kannst du nicht wieder hinzufügen.`,
    removeBusy: 'Wird weggenommen …',
    removed: (circle: string) => `Nicht mehr mit ${circle} geteilt`,
    removeFailed: 'Fehler',
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
  page: {
    back: 'Zurück zu deinem Feed',
    title: 'Moment',
    titleBy: (name: string) => `Moment von ${name}`,
    loading: 'Der Moment wird geladen …',
    failed: 'Der Moment konnte nicht geladen werden',
  },
} satisfies typeof english;
