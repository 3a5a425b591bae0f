import { shortTime } from '../../contract/text/short-time.ts';
import type { Words } from './words.ts';

const newOnes = ({ photos, videos }: { photos: number; videos: number }): string =>
  [
    photos === 0 ? [] : photos === 1 ? '1 neues Foto' : `${photos} neue Fotos`,
    videos === 0 ? [] : videos === 1 ? '1 neues Video' : `${videos} neue Videos`,
  ]
    .flat()
    .join(' und ');

/** The sentences of letters in German. */
export const letters: Words['letters'] = {
  news: (count, names) => `${count === 1 ? '1 neuer Moment' : `${count} neue Momente`} von ${names}`,
  shared: (name, { photos, videos, isAlbum, albums = 1 }) => {
    const what = albums > 1 ? `${albums} Alben` : isAlbum ? 'ein Album' : 'einen Moment';
    const parts = [
      photos === 0 ? [] : photos === 1 ? 'einem Foto' : `${photos} Fotos`,
      videos === 0 ? [] : videos === 1 ? 'einem Video' : `${videos} Videos`,
    ].flat();
    return `${name} hat ${what}${parts.length === 0 ? '' : ` mit ${parts.join(' und ')}`} geteilt`;
  },
  onlyLater: (names) => `Neue Fotos von ${names}`,
  newPhotos: (added, album) => `${newOnes(added)} in ${album}`,
  added: (names, { photos, videos, adders }) => {
    if (adders > 1) return `${newOnes({ photos, videos })} von ${names} in einem Album`;
    const parts = [
      photos === 0 ? [] : photos === 1 ? 'ein Foto' : `${photos} Fotos`,
      videos === 0 ? [] : videos === 1 ? 'ein Video' : `${videos} Videos`,
    ].flat();
    return `${names} hat einem Album ${parts.join(' und ')} hinzugefügt`;
  },
  others: (count) => (count === 1 ? 'einer weiteren Person' : `${count} weiteren`),
  someOthers: 'anderen',
  sharedWithYou: 'Mit dir geteilt',
  photo: (name) => `Foto von ${name}`,
  videoFrom: (name) => `Video von ${name}`,
  video: (seconds) => `Video, ${shortTime(seconds)}`,
  morePhotos: (count) => `und ${count === 1 ? 'ein weiteres Foto' : `${count} weitere Fotos`}`,
  moreAlbums: (count, photos) =>
    `und ${count === 1 ? 'ein weiteres Album' : `${count} weitere Alben`}${photos === 0 ? '' : ` (${photos === 1 ? 'ein weiteres Foto' : `${photos} weitere Fotos`})`}`,
  noPhotos: (count) => (count === 1 ? 'Das Foto in Circle ansehen' : `Die ${count} Fotos in Circle ansehen`),
  open: 'Moment ansehen',
  readOn: 'In Circle weiterlesen',
  more: (count) => `und ${count} weitere`,
  end: {
    evening: 'Das ist alles bis morgen Abend.',
    sunday: 'Das ist alles bis nächsten Sonntag.',
  },
  openCircle: 'Circle öffnen',
  choices: 'Auswählen, wann dich Momente erreichen',
  byLetter: {
    answer: 'Antworten',
    like: '♥ Gefällt mir',
    howToAnswer: {
      one: 'Du kannst einfach auf diese E-Mail antworten. Schreibst du nur ♥, ist das ein Herz.',
      several:
        'Um auf einen Moment zu antworten, drück darunter auf „Antworten“. Schreibst du nur ♥, ist das ein Herz.',
    },
    send: (circle) => `Fotos an ${circle} schicken`,
    open: 'Meinen Brief öffnen',
    mine: 'Meine Briefe',
    stop: 'Keine Briefe mehr',
  },
  sentBy: (address) => `Gesendet von Circle unter ${address}.`,
};
