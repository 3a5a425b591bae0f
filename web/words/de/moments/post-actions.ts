import type { postActions as english, photoViewer as englishViewer } from '../../en/moments/post-actions.ts';

export const postActions = {
  audience: 'Wer das sehen kann',
  takeBack: 'Zurücknehmen …',
  delete: 'Moment löschen',
} satisfies typeof english;

export const photoViewer = {
  viewer: 'Fotos',
  at: (at: number, total: number, alt: string) => `Foto ${at} von ${total}: ${alt}`,
  close: 'Schließen',
  zoom: 'Vergrößern',
  download: 'Dieses Foto herunterladen',
  previous: 'Voriges Foto',
  next: 'Nächstes Foto',
  takenOn: (day: string) => `Aufgenommen am ${day}`,
} satisfies typeof englishViewer;
