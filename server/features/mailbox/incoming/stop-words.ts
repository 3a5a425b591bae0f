/** Each of these words alone stops letters, and refuses a question. */
export const stopWords: ReadonlySet<string> = new Set(
  'stop stopp unsubscribe abmelden abbestellen'.split(' '),
);
