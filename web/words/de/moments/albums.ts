import type { albums as englishAlbums, photoRows as englishRows } from '../../en/moments/albums.ts';
import { counted, numbered } from '../app/plural.ts';

const photosOf = (count: number) => counted(count, 'Foto', 'Fotos');

/** Photos in rows, in albums and the timeline. */
export const photoRows = {
  open: ({ alt, by, isVideo }) => `${isVideo ? 'Video' : 'Foto'} öffnen: ${alt ?? `von ${by}`}`,
  openAt: ({ by, isVideo, at, total }) =>
    `${isVideo ? 'Video' : 'Foto'} ${at} von ${total} öffnen, von ${by}`,
} satisfies typeof englishRows;

/** Albums. */
export const albums = {
  title: 'Neues Album',
  make: 'Neues Album',
  intro: 'Viele Fotos in einem Moment: Alle, die ihn sehen, können ihn gemeinsam kommentieren.',
  name: 'Titel',
  nameHint: 'Zum Beispiel: Sommer am See',
  words: 'Worte (freiwillig)',
  photos: 'Fotos',
  choose: 'Fotos auswählen',
  chooseHint: (most: number) => `Bis zu ${numbered(most)}. Weitere kannst du später hinzufügen.`,
  onlyMe: 'Ohne Kreis siehst nur du dieses Album.',
  adds: 'Fotos hinzufügen',
  addsAuthor: 'Nur ich füge Fotos hinzu',
  addsCircle: 'Alle im Kreis dürfen Fotos hinzufügen',
  addsAuthorText: 'Die anderen sehen und kommentieren sie.',
  addsCircleText: 'Bei jedem Foto steht, von wem es ist.',
  addsNeedsOne: 'Wähle genau einen gemeinsamen Kreis, dann dürfen alle darin Fotos hinzufügen.',
  addsReturn: 'Fotos von anderen bleiben ihre. Löschst du das Album, bekommen sie sie zurück.',
  share: (circles: number) =>
    circles === 0 ? 'Album anlegen' : `Mit ${counted(circles, 'Kreis', 'Kreisen')} teilen`,
  sharing: 'Wird geteilt …',
  made: 'Dein Album ist geteilt',
  madeForMe: 'Dein Album ist angelegt',
  waiting: {
    title: 'Dein Album wartet auf eine Verbindung.',
    text: 'Es wird angelegt, sobald du wieder online bist. Bis dahin kannst du es noch ändern.',
  },
  discardDialog: {
    title: 'Dieses Album verwerfen?',
    text: 'Titel, Worte und Fotos werden endgültig gelöscht.',
    action: 'Verwerfen',
  },
  circles: 'Kreise',
  circlesFailed: 'Deine Kreise konnten nicht geladen werden.',
  failed: 'Das Album konnte nicht geteilt werden',
  chosen: photosOf,
  remove: (at: number) => `Foto ${at} weglassen`,
  refused: 'Manche Dateien konnten nicht hinzugefügt werden',
  progress: (done: number, total: number) => `${numbered(done)} von ${numbered(total)} Fotos hinzugefügt`,
  upload: 'Fotos werden hinzugefügt',
  ready: (done: number, total: number) => `${numbered(done)} von ${numbered(total)} Fotos hochgeladen`,
  keepOpen: 'Lass diese Seite offen, bis alle Fotos da sind.',
  uploadFailed: (count: number) =>
    count === 1
      ? '1 Foto konnte nicht hinzugefügt werden.'
      : `${numbered(count)} Fotos konnten nicht hinzugefügt werden.`,
  lost: (count: number) =>
    count === 1
      ? 'Dieser Browser hat 1 Foto nicht behalten. Bitte wähle es noch einmal aus.'
      : `Dieser Browser hat ${numbered(count)} Fotos nicht behalten. Bitte wähle sie noch einmal aus.`,
  again: 'Noch mal versuchen',
  giveUp: 'Weglassen',
  card: (title: string, count: number) => `Album ${title} öffnen, ${photosOf(count)}`,
  count: photosOf,
  more: (count: number) => `+${numbered(count)}`,
  add: 'Fotos hinzufügen',
  select: 'Auswählen',
  selected: (count: number) => (count === 0 ? 'Wähle Fotos aus' : `${photosOf(count)} ausgewählt`),
  done: 'Fertig',
  choosePhoto: (label: string) => `Auswählen: ${label}`,
  takeOut: 'Entfernen',
  removeTitle: (count: number) => (count === 1 ? 'Dieses Foto entfernen?' : `${photosOf(count)} entfernen?`),
  removeOwn: (count: number) =>
    count === 1
      ? 'Dein Foto wird aus Circle gelöscht.'
      : `${numbered(count)} deiner Fotos werden aus Circle gelöscht.`,
  removeOthers: (count: number) =>
    count === 1
      ? 'Das Foto von jemand anderem geht an diese Person zurück, in ein Album, das nur sie sieht.'
      : `${numbered(count)} Fotos von anderen gehen an sie zurück, in Alben, die nur sie selbst sehen.`,
  removing: 'Wird entfernt …',
  removed: 'Entfernt',
  removeFailed: 'Die Fotos konnten nicht entfernt werden',
  notYours: 'Du kannst nur deine eigenen Fotos entfernen.',
  describe: 'Fotos beschreiben',
  describeOwn: 'Du kannst die Fotos beschreiben, die du hinzugefügt hast.',
  described: (count: number) =>
    count === 0
      ? 'Diese Fotos sind nicht mehr im Album'
      : `${counted(count, 'Beschreibung', 'Beschreibungen')} gespeichert`,
  partlyDescribed: (saved: number, total: number) =>
    `${numbered(saved)} von ${counted(total, 'Beschreibung', 'Beschreibungen')} gespeichert`,
  options: 'Optionen des Albums',
  settings: 'Album bearbeiten',
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  saveFailed: 'Das Album konnte nicht gespeichert werden',
  emptyMine: 'Noch keine Fotos. Füge die ersten hinzu.',
  empty: 'Noch keine Fotos.',
  loading: 'Fotos werden geladen …',
  loadFailed: 'Die Fotos konnten nicht geladen werden',
  by: (name: string) => `Von ${name}`,
  byAt: (name: string, at: number, total: number) => `Von ${name}, Foto ${at} von ${total}`,
  shown: (count: number, total: number) => `${numbered(count)} von ${numbered(total)} Fotos angezeigt`,
} satisfies typeof englishAlbums;
