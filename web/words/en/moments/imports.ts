import { counted, nounFor, numbered } from '../app/plural.ts';
import type { MediaCounts } from '../../media-counts.ts';

const photosOf = (count: number) => counted(count, 'photo', 'photos');
const videosOf = (count: number) => counted(count, 'video', 'videos');
const thingsOf = ({ photos, videos }: MediaCounts) =>
  [photos > 0 || videos === 0 ? photosOf(photos) : [], videos > 0 ? videosOf(videos) : []]
    .flat()
    .join(' and ');
const albumsOf = (count: number) => counted(count, 'album', 'albums');

/** Bringing photos from elsewhere. */
export const imports = {
  title: 'Bring your photos',
  intro:
    'Bring your years from elsewhere, with their days. Your browser reads them here; what you don’t tick never leaves this device.',
  back: 'My Account',
  link: 'Bring photos from elsewhere',
  card: {
    title: 'Your photos from elsewhere',
    text: 'From Google Photos, Instagram, Facebook, a folder, or Circle in another place.',
    action: 'Bring your photos',
  },
  from: 'Where are they now?',
  sources: {
    google: {
      name: 'Google Photos',
      steps: [
        'Open takeout.google.com and deselect everything except Google Photos.',
        'Choose ZIP files. Google mails you links after some hours.',
        'Download all parts, then choose all of them here together.',
      ],
    },
    instagram: {
      name: 'Instagram',
      steps: [
        'In Instagram, open Settings, Accounts Centre, Your information and permissions, Export your information.',
        'Choose the format JSON, high quality and all time.',
        'Download the ZIP file and choose it here.',
      ],
    },
    facebook: {
      name: 'Facebook',
      steps: [
        'In Facebook, open Settings, Accounts Centre, Your information and permissions, Export your information.',
        'Choose Posts and Albums, the format JSON, high quality and all time.',
        'Download all parts and choose all of them here together.',
      ],
    },
    folder: {
      name: 'This device',
      steps: [
        'Choose a folder with photos, or single photos.',
        'Each folder becomes an album. You choose what comes along.',
      ],
    },
    circle: {
      name: 'Circle in another place',
      steps: [
        'In the other place, open My Account and ask for your export.',
        'Download the ZIP file and choose it here.',
        'Your albums come as albums, and your moments as one album a year.',
      ],
    },
  },
  chooseFiles: 'Choose files',
  choosePhotos: 'Choose photos',
  chooseFolder: 'Choose a folder',
  reading: 'Reading on this device...',
  readingCount: (done: number, total: number) => `${numbered(done)} of ${numbered(total)} files read`,
  broken: (name: string) =>
    `${name} can’t be read. It may not be downloaded completely: please download it again.`,
  unreadable: 'These files can’t be read. Please choose them again.',
  chooseZip: (name: string) =>
    `${name} isn’t a ZIP file. Please ask for your export again, and choose ZIP (.zip) as the file type.`,
  chooseJson:
    'This is an export as HTML, which has no days. Please ask for it again, and choose the format JSON.',
  nothingOffered: 'Nothing in these files can come along:',
  nothing:
    'There are no photos in these files. Please choose the ZIP files as you downloaded them, or a folder.',
  othersTitle: 'Photos in others’ albums',
  yearTitle: (year: string) => `Moments ${year}`.trim(),

  chooseTitle: 'Choose your photos',
  chooseText: 'Only what you tick comes along. Tick whole albums, or open one and tick single photos.',
  otherChoice: 'Choose other files',
  tickAll: 'Tick everything',
  untickAll: 'Untick everything',
  tickAlbum: (title: string) => `Bring the album ${title}`,
  album: (ticked: number, total: number, things: MediaCounts) =>
    ticked === 0 || ticked === total ? thingsOf(things) : `${numbered(ticked)} of ${thingsOf(things)}`,
  openAlbum: (title: string) => `Show the photos of ${title}`,
  closeAlbum: (title: string) => `Hide the photos of ${title}`,
  tickPhoto: (name: string) => `Bring ${name}`,
  more: (count: number) => `Show ${numbered(count)} more`,
  circle: (title: string) => `Who sees ${title}?`,
  onlyMe: 'Only me',
  circlesFailed: 'Your circles could not be loaded.',
  moreAlbums: (count: number) => `Show ${albumsOf(count)} more`,
  notOffered: 'Not offered here',
  reasons: {
    video: (count: number) => `${videosOf(count)}: only photos come along.`,
    original: (count: number) => `${photosOf(count)} with an edited version, which comes instead.`,
    trash: (count: number) => `${counted(count, 'file', 'files')} from the trash.`,
    format: (count: number) =>
      `${counted(count, 'picture', 'pictures')} in a format that Circle can’t show, such as GIF, TIFF or raw.`,
    unlisted: (count: number) =>
      `${counted(count, 'file', 'files')} outside of your posts and albums, such as pictures in messages.`,
    missing: (count: number) =>
      `${counted(count, 'file', 'files')} missing from the archive. Did you choose all its parts?`,
    unreadable: (count: number) => `${counted(count, 'file', 'files')} that can’t be read.`,
  },

  undatedTitle: ({ photos, videos }: MediaCounts) =>
    photos + videos === 1
      ? `One ${videos === 1 ? 'video' : 'photo'} has no day`
      : `${thingsOf({ photos, videos })} have no day`,
  undatedText: 'When were they taken? A guess is better than today.',
  undatedPhoto: (name: string) => `Enter a day for ${name}`,
  undatedAlbum: (title: string) => `Day of the photos from ${title}`,
  undatedFor: (things: MediaCounts) => `Use it for ${thingsOf(things)}`,
  leaveUndated: 'Leave out',
  dayInvalid: 'Please enter a day that isn’t in the future.',
  checking: 'Looking for the days...',

  sum: (things: MediaCounts, size: string) => `${thingsOf(things)}, about ${size} to send`,
  sumNothing: 'Nothing ticked yet',
  tooManyAlbums: (albums: number, most: number) =>
    `These are ${albumsOf(albums)}. An import brings at most ${numbered(most)}: please untick some, and bring them afterwards.`,
  quiet: 'Nobody sees anything until all of it has arrived. Then each circle is told once.',
  start: 'Start',
  verify: 'Only verified members can bring photos.',

  pace: 'Speed',
  paces: { full: 'Fast', half: 'Gentle', slow: 'Slow' },
  paceHint: {
    full: 'Uses your whole connection.',
    half: 'Leaves half of your connection to others.',
    slow: 'At most 1 Mbit/s, for a shared or mobile connection.',
  },
  running: 'Bringing your photos',
  progress: (done: number, things: MediaCounts) => `${numbered(done)} of ${thingsOf(things)} done`,
  keepGoing: 'You can look at other pages meanwhile. Keep this tab open.',
  waits: {
    offline: 'No connection. It continues automatically.',
    rate: 'That was enough for this hour. It continues automatically.',
    busy: 'The server is busy. It continues automatically.',
  },
  pause: 'Pause',
  paused: 'Your import is paused',
  pausedText: (done: number, things: MediaCounts) =>
    `${numbered(done)} of ${thingsOf(things)} done. Until it’s finished, only you see them.`,
  continue: 'Continue',
  chooseAgain: 'Choose the same files again to continue:',
  otherFiles: 'These are other files. Please choose the same ones as before.',
  stopped: 'Something went wrong. Please try again.',
  shareNow: 'Share what has arrived',
  keepNow: 'Keep it for me only',
  endFailed: 'That did not work. Please try again.',

  done: 'Your photos are here',
  doneNothing: 'Nothing new came along',
  report: {
    sent: (things: MediaCounts) => `${thingsOf(things)} added.`,
    shared: (albums: number) => `${albumsOf(albums)} shared with your circles.`,
    kept: (albums: number) => `${albumsOf(albums)} that only you see.`,
    known: (things: MediaCounts) =>
      `${thingsOf(things)} ${nounFor(things.photos + things.videos, 'was', 'were')} here already.`,
    unticked: 'Everything you didn’t tick stayed on this device.',
  },
  leftOut: 'Left out',
  refused: {
    gone: 'could not be read any more',
    undated: 'has no day',
    tooLong: 'is longer than three minutes',
    notVideo: 'isn’t a video that Circle can read',
    cannot: 'can’t be prepared by this browser. Try a computer, or Chrome',
    tooLarge: 'is larger than 100 MB, even after preparing it',
    noSpace: 'needs more space on this device',
    broken: 'could not be prepared',
  },
  moreLeftOut: (count: number) => `and ${numbered(count)} more`,
  look: 'Look at them',
  again: 'Bring more',

  openElsewhere: (albums: number) =>
    `An import that began in another browser isn’t finished: ${albumsOf(albums)}, which only you see.`,
};
