import type { frames as english, Framed } from '../../en/account/frames.ts';

const names = /* @__PURE__ */ new Intl.ListFormat('de', { type: 'conjunction' });

/** 'auch der Bilderrahmen von Paulo' and its verb. */
const subjectOf = ({ names: people, others, isOwn }: Framed): [string, string] => {
  const more = others === 1 ? 'einer weiteren Person' : `${others} weiteren`;
  const all = [...(isOwn ? ['dir'] : []), ...people, ...(others > 0 ? [more] : [])];
  if (all.length > 1) return [`auch die Bilderrahmen von ${names.format(all)}`, 'zeigen'];
  return [isOwn ? 'auch dein Bilderrahmen' : `auch der Bilderrahmen von ${all[0]}`, 'zeigt'];
};

export const frames = {
  title: 'Bilderrahmen',
  intro:
    'Lass ein Tablet oder einen Fernseher die Fotos eines Kreises zeigen, ohne dass sich dort jemand anmeldet.',
  loading: 'Deine Bilderrahmen werden geladen …',
  loadFailed: 'Deine Bilderrahmen konnten nicht geladen werden.',
  since: (device: string, date: string) => `${device}, seit ${date}`,
  seen: 'zuletzt benutzt',
  night: (from: string, to: string) => `Dunkel von ${from} bis ${to}`,
  end: 'Beenden',
  endOf: (circle: string, device: string) => `Den Bilderrahmen mit ${circle} beenden (${device})`,
  ended: 'Der Bilderrahmen wird schwarz',
  endFailed: 'Der Bilderrahmen wurde nicht beendet',
  add: 'Bilderrahmen hinzufügen',
  addText: (address: string) => `Öffne auf dem Tablet oder Fernseher ${address}. Dort erscheint ein Code.`,
  code: 'Code',
  codeHint: 'Gib nur einen Code ein, den du selbst auf dem Bildschirm vor dir siehst.',
  circle: 'Kreis',
  circleHint:
    'Der Bilderrahmen zeigt die Fotos dieses Kreises, die du sehen kannst, allen, die vor ihm stehen. Die Mitglieder des Kreises können sehen, dass du ihn zeigst.',
  privateHint: 'Der Bilderrahmen zeigt die Fotos dieses Kreises allen, die vor ihm stehen.',
  darkFrom: 'Dunkel von',
  darkTo: 'bis',
  never: 'Nie dunkel',
  submit: 'Kreis zeigen',
  busy: 'Einen Moment …',
  failed: 'Der Bilderrahmen wurde nicht hinzugefügt',
  added: 'Der Bilderrahmen zeigt deinen Kreis',
  addedText: (circle: string) => `${circle} erscheint dort in ein paar Sekunden.`,
  noCircles: 'Dafür brauchst du zuerst einen Kreis mit Fotos.',
  shows: (people: readonly string[], others: number, withYou: boolean) => {
    const all = [
      ...(withYou ? ['Du'] : []),
      ...people,
      ...(others > 0 ? [others === 1 ? 'eine weitere Person' : `${others} weitere`] : []),
    ];
    const alone = withYou ? 'zeigst' : 'zeigt';
    const together = withYou ? 'zeigt' : 'zeigen';
    return `${names.format(all)} ${all.length === 1 ? alone : together} diesen Kreis auf einem Bilderrahmen`;
  },
  showToo: (shown: Framed) => {
    const [subject, verb] = subjectOf(shown);
    return `A${subject.slice(1)} ${verb} es.`;
  },
  showPhotos: (shown: Framed) => {
    const [subject, verb] = subjectOf(shown);
    return `Mit einem Foto ${verb} es ${subject}.`;
  },
} satisfies typeof english;
