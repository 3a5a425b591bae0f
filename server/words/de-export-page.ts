import type { Words } from './words.ts';

export const exportPage: Words['exportPage'] = {
  made: 'Erstellt am',
  files:
    'Der Ordner „data“ enthält dieselben Daten in Dateien, die Programme lesen können. Der Ordner „photos“ enthält deine Fotos.',
  you: 'Dein Profilbild',
  photo: 'Foto',
  video: 'Video',
  moments: 'Deine Momente',
  comments: 'Deine Kommentare',
  sharedWith: 'Geteilt mit',
  /** In place of the name of a mentioned member whom the reader may not know. */
  somebody: 'jemand',
  counts: (likes, comments) =>
    `${likes} ${likes === 1 ? 'Like' : 'Likes'} · ${comments} ${comments === 1 ? 'Kommentar' : 'Kommentare'}`,
};
