/** The sentences of letters, the round-up of new moments. */
export const letters = {
  /** The subject and the heading. */
  news: (count: number, names: string) =>
    `${count === 1 ? '1 new moment' : `${count} new moments`} from ${names}`,
  shared: (name: string, photos: number) =>
    `${name} shared a moment${photos === 0 ? '' : ` with ${photos === 1 ? 'a photo' : `${photos} photos`}`}`,
  /** After up to two names, joined with them as a list. */
  others: (count: number) => (count === 1 ? 'one other' : `${count} others`),
  /** As many others as nobody counted. */
  someOthers: 'others',
  /** In place of a circle's name: all private circles of others. */
  sharedWithYou: 'Shared with you',
  photo: (name: string) => `Photo from ${name}`,
  morePhotos: (count: number) => `and ${count === 1 ? 'one more photo' : `${count} more photos`}`,
  noPhotos: (count: number) =>
    count === 1 ? 'See the photo in Circle' : `See the ${count} photos in Circle`,
  open: 'See the moment',
  readOn: 'Read on in Circle',
  more: (count: number) => `and ${count} more`,
  end: {
    evening: 'That is everything until tomorrow evening.',
    sunday: 'That is everything until next Sunday.',
  },
  openCircle: 'Open Circle',
  choices: 'Choose when moments reach you',
  sentBy: (address: string) => `Sent by Circle at ${address}.`,
};
