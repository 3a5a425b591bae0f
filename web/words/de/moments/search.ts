import { counted } from '../app/plural.ts';

export const search = {
  title: 'Momente suchen',
  intro: 'Worte von Momenten, Titel von Alben und Beschreibungen von Fotos, die du sehen kannst.',
  placeholder: 'Nach Worten suchen...',
  circle: 'Kreis',
  allCircles: 'Alle Kreise',
  year: 'Jahr',
  allYears: 'Alle Jahre',
  hint: 'Gib mindestens zwei Buchstaben ein. Aufeinanderfolgende Worte setzt du in "Anführungszeichen".',
  loading: 'Suche läuft...',
  found: (count: number, hasMore: boolean) =>
    `${hasMore ? 'Bisher ' : ''}${counted(count, 'Moment', 'Momente')} gefunden`,
  none: 'Nichts gefunden',
  noneText:
    'Kein Moment, den du sehen kannst, enthält alle diese Worte. Versuch es mit weniger Worten oder nur mit ihrem Anfang.',
  failed: 'Die Suche hat nicht geklappt. Bitte versuch es gleich noch einmal.',
  by: (name: string) => `Moment von ${name}`,
  inCaption: 'In der Beschreibung eines Fotos',
};
