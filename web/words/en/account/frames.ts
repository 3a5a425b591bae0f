const names = /* @__PURE__ */ new Intl.ListFormat('en-GB', { type: 'conjunction' });

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
    const all = [
      ...(withYou ? ['You'] : []),
      ...people,
      ...(others > 0 ? [others === 1 ? 'one other' : `${others} others`] : []),
    ];
    return `${names.format(all)} ${all.length === 1 && !withYou ? 'shows' : 'show'} this circle on a frame`;
  },
};
