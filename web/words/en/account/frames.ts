const names = /* @__PURE__ */ new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** The members whose frames show a moment: first names, how many others, and whether one is the reader's. */
export interface Framed {
  names: readonly string[];
  others: number;
  isOwn: boolean;
}

const othersOf = (others: number) => (others > 0 ? [others === 1 ? 'one other' : `${others} others`] : []);

/** 'Paulo’s picture frame shows'. */
const subjectOf = ({ names: people, others, isOwn }: Framed) => {
  const all = [...people, ...othersOf(others), ...(isOwn ? ['you'] : [])];
  if (all.length > 1) return `the picture frames of ${names.format(all)} show`;
  return `${isOwn ? 'your' : `${all[0]}’s`} picture frame shows`;
};

/** Picture frames: on my account, and on a circle's page. */
export const frames = {
  title: 'Picture frames',
  intro: 'Let a tablet or television show the photos of one circle, without anybody signing in on it.',
  loading: 'Loading your frames...',
  loadFailed: 'Your frames could not be loaded.',
  since: (device: string, date: string) => `${device}, since ${date}`,
  seen: 'last used',
  night: (from: string, to: string) => `Dark from ${from} to ${to}`,
  end: 'End',
  endOf: (circle: string, device: string) => `End the frame with ${circle} on ${device}`,
  ended: 'The frame goes black',
  endFailed: 'The frame was not ended',
  add: 'Add a frame',
  addText: (address: string) => `On the tablet or television, open ${address}. It shows a code.`,
  code: 'Code',
  codeHint: 'Only type a code from a screen that is in front of you.',
  circle: 'Circle',
  circleHint:
    'The frame shows the photos of this circle that you can see, to everybody who looks at it. The circle’s members can see that you show it.',
  privateHint: 'The frame shows the photos of this circle to everybody who looks at it.',
  darkFrom: 'Dark from',
  darkTo: 'to',
  never: 'Never dark',
  submit: 'Show the circle',
  busy: 'Just a moment...',
  failed: 'The frame was not added',
  added: 'The frame shows your circle',
  addedText: (circle: string) => `${circle} appears on it within seconds.`,
  noCircles: 'You need a circle with photos first.',
  /** 'Ann shows this circle on a frame'. */
  shows: (people: readonly string[], others: number, withYou: boolean) => {
    const all = [...(withYou ? ['You'] : []), ...people, ...othersOf(others)];
    return `${names.format(all)} ${all.length === 1 && !withYou ? 'shows' : 'show'} this circle on a frame`;
  },
  /** 'Paulo’s picture frame shows it too.' */
  showToo: (shown: Framed) => {
    const subject = subjectOf(shown);
    return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} it too.`;
  },
  showPhotos: (shown: Framed) => `With a photo, ${subjectOf(shown)} it too.`,
};
