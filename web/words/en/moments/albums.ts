import { counted, numbered } from '../app/plural.ts';

const photosOf = (count: number) => counted(count, 'photo', 'photos');

/** Photos in rows, in albums and the timeline. */
export const photoRows = {
  open: ({ alt, by, isVideo }: { alt: string | null; by: string; isVideo: boolean }) =>
    `Open ${isVideo ? 'video' : 'photo'}: ${alt ?? `from ${by}`}`,
  /** Without a description, among all photos of an album. */
  openAt: ({ by, isVideo, at, total }: { by: string; isVideo: boolean; at: number; total: number }) =>
    `Open ${isVideo ? 'video' : 'photo'} ${at} of ${total} by ${by}`,
};

/** Albums. */
export const albums = {
  title: 'New album',
  make: 'New album',
  intro: 'Many photos in one moment: everyone who sees it can like it and comment on it once.',
  name: 'Title',
  nameHint: 'For example: Summer at the lake',
  words: 'Words (optional)',
  photos: 'Photos',
  choose: 'Choose photos',
  chooseHint: (most: number) => `Up to ${numbered(most)}. You can add more later.`,
  onlyMe: 'Without a circle, only you see this album.',
  adds: 'Adding photos',
  addsAuthor: 'Only I add photos',
  addsCircle: 'Everyone in the circle may add',
  addsAuthorText: 'Others see, like and comment.',
  addsCircleText: 'Each photo says who added it.',
  addsNeedsOne: 'Choose exactly one shared circle, then everyone in it may add photos.',
  addsReturn: 'Photos that others add stay theirs. If you delete the album, they get them back.',
  share: (circles: number) =>
    circles === 0 ? 'Make the album' : `Share with ${counted(circles, 'circle', 'circles')}`,
  sharing: 'Sharing...',
  made: 'Your album is shared',
  madeForMe: 'Your album is made',
  waiting: {
    title: 'Your album is waiting for a connection.',
    text: 'We’ll make it as soon as you’re back online. Until then you can still change it.',
  },
  discardDialog: {
    title: 'Discard this album?',
    text: 'Your title, words and photos will be deleted.',
    action: 'Discard',
  },
  circles: 'Circles',
  circlesFailed: 'Your circles could not be loaded.',
  failed: 'The album could not be shared',
  chosen: photosOf,
  remove: (at: number) => `Leave out photo ${at}`,
  refused: 'Some files could not be added',
  progress: (done: number, total: number) => `${numbered(done)} of ${photosOf(total)} added`,
  upload: 'Adding photos',
  ready: (done: number, total: number) => `${numbered(done)} of ${photosOf(total)} uploaded`,
  keepOpen: 'Keep this page open until all photos are added.',
  uploadFailed: (count: number) => `${photosOf(count)} could not be added.`,
  lost: (count: number) =>
    count === 1
      ? 'This browser did not keep 1 photo. Please choose it again.'
      : `This browser did not keep ${numbered(count)} photos. Please choose them again.`,
  again: 'Try again',
  giveUp: 'Leave them out',
  card: (title: string, count: number) => `Open the album ${title}, ${photosOf(count)}`,
  count: photosOf,
  more: (count: number) => `+${numbered(count)}`,
  add: 'Add photos',
  select: 'Select',
  selected: (count: number) => (count === 0 ? 'Choose photos' : `${photosOf(count)} chosen`),
  done: 'Done',
  choosePhoto: (label: string) => `Choose ${label}`,
  takeOut: 'Remove',
  removeTitle: (count: number) => (count === 1 ? 'Remove this photo?' : `Remove ${photosOf(count)}?`),
  removeOwn: (count: number) =>
    count === 1
      ? 'Your photo is deleted from Circle.'
      : `${numbered(count)} of your photos are deleted from Circle.`,
  removeOthers: (count: number) =>
    count === 1
      ? 'The photo that somebody else added returns to them, in an album only they see.'
      : `${numbered(count)} photos that others added return to them, in albums only they see.`,
  removing: 'Removing...',
  removed: 'Removed',
  removeFailed: 'The photos could not be removed',
  notYours: 'You can remove only your own photos.',
  describe: 'Describe photos',
  describeOwn: 'You can describe the photos that you added.',
  described: (count: number) =>
    count === 0
      ? 'These photos are no longer in the album'
      : `${counted(count, 'description', 'descriptions')} saved`,
  partlyDescribed: (saved: number, total: number) =>
    `${numbered(saved)} of ${counted(total, 'description', 'descriptions')} saved`,
  options: 'Album options',
  settings: 'Album settings',
  save: 'Save',
  saving: 'Saving...',
  saveFailed: 'Couldn’t save the album',
  emptyMine: 'No photos yet. Add the first ones.',
  empty: 'No photos yet.',
  loading: 'Loading the photos...',
  loadFailed: 'The photos could not be loaded',
  by: (name: string) => `From ${name}`,
  byAt: (name: string, at: number, total: number) => `From ${name}, photo ${at} of ${total}`,
  shown: (count: number, total: number) => `${numbered(count)} of ${photosOf(total)} shown`,
};
