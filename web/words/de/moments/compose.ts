import type { compose as english } from '../../en/moments/compose.ts';
import { counted, numbered } from '../app/plural.ts';

const namesOf = ([first = '', second, ...more]: readonly string[]) => {
  if (second === undefined) return first;
  return more.length === 0
    ? `${first} und ${second}`
    : `${first}, ${second} und ${counted(more.length, 'andere Person', 'andere')}`;
};

const amongThem = (count: number, byLetter: readonly string[]) => {
  if (byLetter.length === 0) return '';
  return `, ${count === 1 ? '' : `${numbered(byLetter.length)} davon `}per Brief (${namesOf(byLetter)})`;
};

export const compose = {
  title: 'Neuer Moment',
  verify: 'Verifiziere dich, um Momente zu teilen.',
  verifyText: 'So bleibt Circle ein Ort für Leute, die einander kennen.',
  verifyLink: 'Zur Verifizierung',
  photos: {
    label: 'Fotos und Videos',
    choose: 'Fotos wählen',
    chooseAny: 'Fotos oder Videos wählen',
    hint: (most: number) => `Bis zu ${most}: JPEG, PNG, WebP oder HEIC. GIFs werden nicht angenommen.`,
    hintVideos: (videos: number) => `Bis zu ${videos} davon dürfen Videos sein, jedes bis zu 3 Minuten lang.`,
    drop: 'Du kannst sie auch hierher ziehen oder einfügen.',
    add: 'Fotos hinzufügen',
    addAny: 'Fotos oder Videos hinzufügen',
    count: (now: number, most: number) => `${now} von ${most}`,
    preparing: (count: number) => `${counted(count, 'Foto wird', 'Fotos werden')} vorbereitet …`,
    one: (at: number, video: boolean) => `${video ? 'Video' : 'Foto'} ${at}`,
    alt: (at: number, total: number, video: boolean) =>
      total === 1 ? 'Beschreibung' : `${video ? 'Video' : 'Foto'} ${at} beschreiben`,
    altPlaceholder: (video: boolean) => `Für alle, die das ${video ? 'Video' : 'Foto'} nicht sehen können`,
    altHint: 'Wer die Bilder nicht sehen kann, bekommt die Beschreibungen vorgelesen.',
    earlier: (at: number, video: boolean) => `${video ? 'Video' : 'Foto'} ${at} nach vorne`,
    later: (at: number, video: boolean) => `${video ? 'Video' : 'Foto'} ${at} nach hinten`,
    remove: (at: number, video: boolean) => `${video ? 'Video' : 'Foto'} ${at} entfernen`,
    moved: (at: number, total: number) => `An Platz ${at} von ${total} verschoben`,
    removed: 'Entfernt',
    refused: (name: string, reason: string) => `${name}: ${reason}`,
    dropHere: 'Loslassen, um die Dateien hinzuzufügen',
    upload: (at: number) => `Hochladen von Foto ${at}`,
    uploading: (percent: number) => `Wird hochgeladen, ${percent} %`,
    finishing: 'Gleich fertig …',
    ready: 'Hochgeladen',
    stop: (at: number) => `Hochladen von Foto ${at} abbrechen`,
    stopped: 'Nicht hochgeladen.',
    again: (at: number) => `Foto ${at} noch einmal hochladen`,
    lost: 'Dieser Browser hat das Foto nicht behalten. Bitte wähle es noch einmal.',
    changed: 'Dieses Foto wurde verändert oder lässt sich nicht mehr lesen. Bitte wähle es noch einmal.',
    waits: 'Wird hochgeladen, sobald du online bist.',
    refusedSome: 'Einige Dateien konnten nicht hinzugefügt werden. Bitte teile ohne sie oder wähle andere.',
    missing:
      'Nicht alle Fotos und Videos wurden hochgeladen. Versuche es bei diesen noch einmal oder entferne sie.',
    partFirst: 'Bitte wähle, welchen Teil des Videos du teilen möchtest.',
    plans: 'Zu den Abos',
  },
  caption: 'Bildunterschrift',
  text: 'Bildunterschrift oder nur Text',
  placeholder: 'Ein paar Worte, wenn du magst',
  circles: {
    title: 'Für wen ist es?',
    nobody: 'Noch niemand außer dir',
    private: 'privat',
    none: 'Du hast noch keine Kreise. Leg einen an und nimm jemanden auf.',
    link: 'Zu den Kreisen',
    loading: 'Deine Kreise werden geladen …',
    failed: 'Deine Kreise konnten nicht geladen werden.',
    gone: 'Einen dieser Kreise gibt es nicht mehr. Prüfe deine Auswahl und teile noch einmal.',
  },
  days: {
    label: 'Den Tag der Aufnahme behalten',
    hint: 'Damit Fotos nach ihren Tagen geordnet sind. Den Ort speichert Circle nie.',
  },
  audience: {
    none: 'Noch kein Kreis ausgewählt.',
    counting: 'Wird gezählt …',
    unknown: 'Nur die Personen in diesen Kreisen werden das sehen.',
    people: (count: number, byLetter: readonly string[], isFramed?: boolean) =>
      count === 0
        ? 'In diesen Kreisen ist noch niemand außer dir.'
        : `${counted(count, 'Person wird', 'Personen werden')} das sehen${amongThem(count, byLetter)}.${isFramed ? '' : ' Sonst niemand.'}`,
    onlyYou: 'Niemand außer dir wird das sehen.',
    leaveOut: 'Ohne Briefe teilen',
    leaveOutHint: 'Einen Brief kann man nicht zurückholen.',
  },
  leftOut: {
    open: 'Alle außer …',
    change: 'Ändern, wer es nicht sieht',
    said: (names: readonly string[]) =>
      `${namesOf(names)} ${names.length === 1 ? 'sieht' : 'sehen'} das nicht und ${names.length === 1 ? 'erfährt' : 'erfahren'} nichts davon.`,
    title: 'Alle außer …',
    about:
      'Wen du auswählst, sieht diesen Moment nicht und erfährt nichts davon. Alle anderen in diesen Kreisen sehen ihn.',
    list: 'Personen in diesen Kreisen',
    search: 'Nach Namen suchen',
    loading: 'Die Personen werden geladen …',
    failed: 'Die Personen konnten nicht geladen werden.',
    none: 'In diesen Kreisen heißt niemand so.',
    done: 'Fertig',
    mentioned: (name: string) =>
      `Du erwähnst ${name} und lässt ${name} zugleich aus. Bitte ändere eins von beiden.`,
  },
  share: (circles: number) =>
    circles === 0 ? 'Teilen' : `Mit ${counted(circles, 'Kreis', 'Kreisen')} teilen`,
  sharing: 'Wird geteilt …',
  upload: 'Hochladen',
  uploading: (percent: number) => `Wird hochgeladen, ${percent} %`,
  finishing: 'Gleich fertig …',
  cancel: 'Abbrechen',
  waiting: {
    title: 'Dein Moment wartet auf eine Verbindung.',
    text: 'Er wird geteilt, sobald du wieder online bist. Bis dahin kannst du ihn noch ändern.',
    open: 'Öffnen',
    failed: 'Dein wartender Moment wurde nicht geteilt',
    photos: (count: number) => counted(count, 'Foto', 'Fotos'),
  },
  unanswered: 'Es ist noch alles da. Dein Moment wird nicht zweimal geteilt.',
  shareAgain: {
    title: 'Bitte teile es noch einmal',
    text: 'Dieses Gerät behält Geteiltes aus anderen Apps höchstens eine Stunde lang und nur, solange du angemeldet bist.',
  },
  done: 'Moment geteilt',
  failed: 'Das hat nicht geklappt',
  bar: { label: 'Entwurf', back: 'Zurück', home: 'Start', discard: 'Verwerfen' },
  discardDialog: {
    title: 'Diesen Moment verwerfen?',
    text: 'Text, Fotos und Videos werden endgültig gelöscht.',
    action: 'Verwerfen',
  },
} satisfies typeof english;
