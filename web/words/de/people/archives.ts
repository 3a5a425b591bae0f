import type { archives as inEnglish } from '../../en/people/archives.ts';

export const archives: typeof inEnglish = {
  title: 'Alles herunterladen',
  text: 'Alle Fotos, Videos und Texte dieses Kreises, die du sehen kannst, in Ordnern nach Jahr und Album, zum Aufheben. Sie öffnen sich ohne Circle und ohne Internet.',
  loading: 'Wird geladen ...',
  loadFailed: 'Dein Download konnte nicht geladen werden.',
  request: 'Download vorbereiten',
  again: 'Neu vorbereiten',
  making:
    'Wir bereiten deinen Download vor. Du kannst die Seite verlassen: Wir sagen dir Bescheid, wenn er fertig ist.',
  counting: 'Deine Fotos werden gezählt ...',
  progress: 'Download wird vorbereitet',
  done: (done, total) => `${done} von ${total} Fotos und Videos`,
  ready: (day) =>
    `Bereit bis ${day}. Wird etwas daraus zurückgenommen oder gelöscht, löschen wir den Download früher. Du kannst ihn dann neu vorbereiten.`,
  incomplete: 'Dieser Kreis hat mehr, als in einen Download passt. Enthalten sind die neuesten Fotos.',
  unpack: 'Entpacke alle Teile in denselben Ordner und öffne dann „index.html“.',
  download: (size) => `Herunterladen (${size})`,
  downloadPart: (part, parts, size) => `Teil ${part} von ${parts} (${size})`,
  failed: 'Der Download konnte nicht gestartet werden. Bitte versuche es gleich noch einmal.',
};
