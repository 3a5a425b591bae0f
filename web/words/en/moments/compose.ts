import { counted, numbered } from '../app/plural.ts';

/** Two names, and how many more there are. */
const namesOf = ([first = '', second, ...more]: readonly string[]) => {
  if (second === undefined) return first;
  return more.length === 0
    ? `${first} and ${second}`
    : `${first}, ${second} and ${numbered(more.length)} more`;
};

const amongThem = (count: number, byLetter: readonly string[]) => {
  if (byLetter.length === 0) return '';
  return `, ${count === 1 ? '' : `${numbered(byLetter.length)} of them `}by letter (${namesOf(byLetter)})`;
};

/** The page where a moment is written. */
export const compose = {
  title: 'New moment',
  verify: 'Verify your identity to create posts.',
  verifyText: 'Verification keeps Circle a place for people who know each other.',
  verifyLink: 'Go to verification',
  photos: {
    label: 'Photos and videos',
    choose: 'Choose photos',
    chooseAny: 'Choose photos or videos',
    hint: (most: number) => `Up to ${most}: JPEG, PNG, WebP or HEIC. GIFs are not accepted.`,
    hintVideos: (videos: number) => `Up to ${videos} of them can be videos, each up to 3 minutes long.`,
    drop: 'Or drop them here, or paste.',
    add: 'Add photos',
    addAny: 'Add photos or videos',
    count: (now: number, most: number) => `${now} of ${most}`,
    preparing: (count: number) => `Preparing ${counted(count, 'photo', 'photos')}...`,
    one: (at: number, video: boolean) => `${video ? 'Video' : 'Photo'} ${at}`,
    alt: (at: number, total: number, video: boolean) =>
      total === 1 ? 'Description' : `Description of ${video ? 'video' : 'photo'} ${at}`,
    altPlaceholder: (video: boolean) => `For people who can’t see the ${video ? 'video' : 'photo'}`,
    altHint: 'People who can’t see the pictures have the descriptions read out to them.',
    earlier: (at: number, video: boolean) => `Move ${video ? 'video' : 'photo'} ${at} earlier`,
    later: (at: number, video: boolean) => `Move ${video ? 'video' : 'photo'} ${at} later`,
    remove: (at: number, video: boolean) => `Remove ${video ? 'video' : 'photo'} ${at}`,
    moved: (at: number, total: number) => `Moved to place ${at} of ${total}`,
    removed: 'Removed',
    refused: (name: string, reason: string) => `${name}: ${reason}`,
    dropHere: 'Drop files to add them',
    upload: (at: number) => `Upload of photo ${at}`,
    uploading: (percent: number) => `Uploading, ${percent} %`,
    finishing: 'Almost there...',
    ready: 'Uploaded',
    stop: (at: number) => `Cancel the upload of photo ${at}`,
    stopped: 'Not uploaded.',
    again: (at: number) => `Try again to upload photo ${at}`,
    lost: 'This browser did not keep the photo. Please choose it again.',
    changed: 'This photo has changed, or can’t be read any more. Please choose it again.',
    waits: 'Uploads when you’re back online.',
    refusedSome: 'Some files could not be added. Please share without them, or choose others.',
    missing: 'Some photos or videos were not uploaded. Please try them again or remove them.',
    partFirst: 'Please choose which part of the video to share.',
    plans: 'See the plans',
  },
  caption: 'Caption',
  text: 'Caption, or just text',
  placeholder: 'A few words, if you like',
  circles: {
    title: 'Who is it for?',
    nobody: 'Only you so far',
    private: 'private',
    none: 'You have no circles yet. Make one, and put someone in it.',
    link: 'Go to Circles',
    loading: 'Loading your circles...',
    failed: 'Your circles could not be loaded.',
    gone: 'One of these circles no longer exists. Please check your choice and share again.',
  },
  days: {
    label: 'Keep the day it was taken',
    hint: 'So that photos stand in order of their days. Circle never keeps the place.',
  },
  audience: {
    none: 'No circle chosen yet.',
    counting: 'Counting...',
    unknown: 'Only the people in these circles will see this.',
    people: (count: number, byLetter: readonly string[], isFramed?: boolean) =>
      count === 0
        ? 'Nobody else is in these circles yet.'
        : `${counted(count, 'person', 'people')} will see this${amongThem(count, byLetter)}.${isFramed ? '' : ' Nobody else.'}`,
    onlyYou: 'Nobody but you will see this.',
    leaveOut: 'Leave letters out',
    leaveOutHint: 'A letter cannot be taken back.',
  },
  leftOut: {
    open: 'Everyone but...',
    change: 'Change who is left out',
    said: (names: readonly string[]) => `${namesOf(names)} won’t see this. Circle won’t tell them.`,
    title: 'Everyone but...',
    about:
      'The people you choose won’t see this moment, and Circle won’t tell them. Everybody else in these circles will see it.',
    list: 'People in these circles',
    search: 'Search by name',
    loading: 'Loading the people...',
    failed: 'The people could not be loaded.',
    none: 'Nobody in these circles has this name.',
    done: 'Done',
    mentioned: (name: string) => `You mention ${name} and leave them out. Please change one of the two.`,
  },
  share: (circles: number) =>
    circles === 0 ? 'Share' : `Share with ${counted(circles, 'circle', 'circles')}`,
  sharing: 'Sharing...',
  upload: 'Upload',
  uploading: (percent: number) => `Uploading, ${percent} %`,
  finishing: 'Almost there...',
  cancel: 'Cancel',
  waiting: {
    title: 'Your moment is waiting for a connection.',
    text: 'We’ll share it as soon as you’re back online. Until then you can still change it.',
    open: 'Open it',
    failed: 'Your waiting moment could not be shared',
    photos: (count: number) => counted(count, 'photo', 'photos'),
  },
  unanswered: 'Everything is still here, and your moment won’t be shared twice.',
  shareAgain: {
    title: 'Please share it again',
    text: 'This device keeps shares from other apps for an hour at most, and only while you’re signed in.',
  },
  done: 'Moment shared',
  failed: 'Error',
  bar: { label: 'Draft', back: 'Back', home: 'Home', discard: 'Discard' },
  discardDialog: {
    title: 'Discard this moment?',
    text: 'Your text, photos and videos will be deleted.',
    action: 'Discard',
  },
};
