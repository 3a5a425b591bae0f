import { counted } from './plural.ts';

/** The page where a moment is written. */
export const compose = {
  title: 'New moment',
  verify: 'Verify your identity to create posts.',
  verifyText: 'It keeps Circle a place of people who know each other.',
  verifyLink: 'Go to verification',
  photos: {
    label: 'Photos',
    choose: 'Choose photos',
    hint: (most: number) => `Up to ${most}: JPEG, PNG or WebP. GIFs are not accepted.`,
    drop: 'Or drop them here, or paste.',
    add: 'Add photos',
    count: (now: number, most: number) => `${now} of ${most}`,
    preparing: (count: number) => `Preparing ${counted(count, 'photo', 'photos')}...`,
    one: (at: number) => `Photo ${at}`,
    alt: (at: number, total: number) => (total === 1 ? 'Description' : `Description of photo ${at}`),
    altPlaceholder: 'For people who cannot see it',
    altHint: 'Descriptions are read out to people who cannot see the photos.',
    earlier: (at: number) => `Move photo ${at} earlier`,
    later: (at: number) => `Move photo ${at} later`,
    remove: (at: number) => `Remove photo ${at}`,
    moved: (at: number, total: number) => `Photo moved to place ${at} of ${total}`,
    removed: 'Photo removed',
    refused: (name: string, reason: string) => `${name}: ${reason}`,
    dropHere: 'Drop to add',
  },
  caption: 'Caption',
  text: 'Caption, or words alone',
  placeholder: 'A few words, if it needs them',
  circles: {
    title: 'Who is it for?',
    people: (count: number) => (count === 0 ? 'Nobody else in it yet' : counted(count, 'person', 'people')),
    private: 'private',
    none: 'You have no circles yet. Make one, and put someone in it.',
    link: 'Go to Circles',
    loading: 'Loading your circles...',
    failed: 'Your circles could not be loaded.',
    gone: 'One of these circles is gone. Please look who it is for, and share again.',
  },
  audience: {
    none: 'Nobody is chosen yet.',
    counting: 'Counting who will see this...',
    unknown: 'Only the people in these circles will see this.',
    people: (count: number) =>
      count === 0
        ? 'Nobody will see this yet.'
        : `${counted(count, 'person', 'people')} will see this. Nobody else.`,
  },
  share: (circles: number) =>
    circles === 0 ? 'Share' : `Share with ${counted(circles, 'circle', 'circles')}`,
  sharing: 'Sharing...',
  upload: 'Upload',
  uploading: (percent: number) => `Uploading, ${percent} %`,
  finishing: 'Making the photos ready...',
  cancel: 'Cancel',
  unanswered: 'Everything is still here, and it will not be shared twice.',
  done: 'Moment shared',
  failed: 'Error',
  bar: { label: 'Draft', back: 'Back', home: 'Home', discard: 'Discard' },
  discardDialog: {
    title: 'Discard this moment?',
    text: 'What you wrote and chose is gone for good.',
    action: 'Discard',
  },
};
