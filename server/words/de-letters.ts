import type { Words } from './words.ts';

/** The sentences of letters in German. */
export const letters: Words['letters'] = {
  news: (count, names) => `${count === 1 ? '1 neuer Moment' : `${count} neue Momente`} von ${names}`,
  shared: (name, photos) =>
    `${name} hat einen Moment${photos === 0 ? '' : ` mit ${photos === 1 ? 'einem Foto' : `${photos} Fotos`}`} geteilt`,
  others: (count) => (count === 1 ? 'einer weiteren Person' : `${count} weiteren`),
  someOthers: 'anderen',
  sharedWithYou: 'Mit dir geteilt',
  photo: (name) => `Foto von ${name}`,
  morePhotos: (count) => `und ${count === 1 ? 'ein weiteres Foto' : `${count} weitere Fotos`}`,
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
  sentBy: (address) => `Gesendet von Circle unter ${address}.`,
};
