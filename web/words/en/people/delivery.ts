/** When moments reach a member. */
export const delivery = {
  title: 'When moments reach you',
  intro: (hour: string) =>
    `Letters come by e-mail at ${hour} and bring everything you haven’t seen yet. Nobody else learns what you choose.`,
  /** Where no mail can be sent. */
  introUnmailed: 'Nobody else learns what you choose.',
  of: (circle: string) => `New moments from ${circle}`,
  when: {
    now: 'At once',
    evening: 'In the evening',
    sunday: 'On Sunday',
    never: 'Only when I look',
  },
  hour: 'Letters come at',
  noLetters: 'This place sends no letters. The bell tells you of these moments.',
  confirmFirst:
    'Letters reach you once you’ve confirmed your e-mail address. Until then the bell tells you of these moments.',
  switchOnPush: 'Switch on notifications in this browser',
  loading: 'Loading your choices...',
  loadFailed: 'Your choices could not be loaded.',
  saved: (label: string, choice: string) => `${label}: ${choice}`,
  failed: 'Your choice was not saved',
  retryHint: 'To try again, press F8 and then Tab.',
  letters: {
    label: 'Letters carry',
    names: 'Names only',
    namesText: '“Ann shared a moment with 3 photos” and a link.',
    content: 'Words and photos',
    contentText: 'The letter shows moments as members see them here.',
    hint: 'A letter cannot be taken back.',
    carryNames: 'Letters from this circle carry names only.',
    carryContent: 'Letters from this circle carry words and photos. A letter cannot be taken back.',
  },
};
