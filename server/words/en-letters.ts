import { shortTime } from '../../contract/text/short-time.ts';

const newOnes = ({ photos, videos }: { photos: number; videos: number }): string =>
  [
    photos === 0 ? [] : photos === 1 ? '1 new photo' : `${photos} new photos`,
    videos === 0 ? [] : videos === 1 ? '1 new video' : `${videos} new videos`,
  ]
    .flat()
    .join(' and ');

/** The sentences of letters, the round-up of new moments. */
export const letters = {
  /** The subject and the heading. */
  news: (count: number, names: string) =>
    `${count === 1 ? '1 new moment' : `${count} new moments`} from ${names}`,
  /** Never names an album's title: letters that carry no content have this line too. */
  shared: (
    name: string,
    {
      photos,
      videos,
      isAlbum,
      albums = 1,
    }: { photos: number; videos: number; isAlbum?: boolean; albums?: number },
  ) => {
    const what = albums > 1 ? `${albums} albums` : isAlbum ? 'an album' : 'a moment';
    const parts = [
      photos === 0 ? [] : photos === 1 ? 'a photo' : `${photos} photos`,
      videos === 0 ? [] : videos === 1 ? 'a video' : `${videos} videos`,
    ].flat();
    return `${name} shared ${what}${parts.length === 0 ? '' : ` with ${parts.join(' and ')}`}`;
  },
  /** In place of `news` for a letter that has only photos that were added to albums. */
  onlyLater: (names: string) => `New photos from ${names}`,
  /** Photos and videos that others added to an album. Carries its title. */
  newPhotos: (added: { photos: number; videos: number }, album: string) => `${newOnes(added)} in ${album}`,
  /** Never names the album's title. */
  added: (names: string, { photos, videos }: { photos: number; videos: number; adders: number }) => {
    const parts = [
      photos === 0 ? [] : photos === 1 ? 'a photo' : `${photos} photos`,
      videos === 0 ? [] : videos === 1 ? 'a video' : `${videos} videos`,
    ].flat();
    return `${names} added ${parts.join(' and ')} to an album`;
  },
  /** After up to two names, joined with them as a list. */
  others: (count: number) => (count === 1 ? 'one other' : `${count} others`),
  /** As many others as nobody counted. */
  someOthers: 'others',
  /** In place of a circle's name: all private circles of others. */
  sharedWithYou: 'Shared with you',
  photo: (name: string) => `Photo from ${name}`,
  videoFrom: (name: string) => `Video from ${name}`,
  /** Below a poster. */
  video: (seconds: number) => `Video, ${shortTime(seconds)}`,
  morePhotos: (count: number) => `and ${count === 1 ? 'one more photo' : `${count} more photos`}`,
  /** Further albums that were brought together with the one above, and all photos that the letter does not show. */
  moreAlbums: (count: number, photos: number) =>
    `and ${count === 1 ? 'one more album' : `${count} more albums`}${photos === 0 ? '' : ` (${photos === 1 ? 'one more photo' : `${photos} more photos`})`}`,
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
  /** In letters to members who take part by mail alone. */
  byLetter: {
    answer: 'Answer',
    like: '♥ I like it',
    /** Above the first moment. */
    howToAnswer: {
      one: 'You can simply reply to this e-mail. If you write only ♥, it’s a heart.',
      several: 'To answer a moment, press ‘Answer’ below it. If you write only ♥, it’s a heart.',
    },
    send: (circle: string) => `Send photos to ${circle}`,
    open: 'Open my letter',
    mine: 'My letters',
    stop: 'Stop these letters',
  },
  sentBy: (address: string) => `Sent by Circle at ${address}.`,
};
