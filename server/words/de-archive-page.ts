import type { Words } from './words.ts';

export const archivePage: Words['archivePage'] = {
  albums: 'Alben',
  made: (when) => `Alles, was du am ${when} sehen konntest.`,
  parts:
    'Entpacke alle Teile in denselben Ordner, dann zeigen diese Seiten jedes Foto. Die Fotos liegen in Ordnern nach Jahr und nach Album.',
  incomplete: 'Der Kreis hat mehr, als in einen Download passt. Enthalten sind die neuesten Fotos.',
  span: (first, last) => (first === last ? first : `${first} bis ${last}`),
  empty: 'Du konntest in diesem Kreis noch keinen Moment sehen.',
  back: 'Alle Seiten',
};
