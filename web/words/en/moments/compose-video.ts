import { counted } from '../app/plural.ts';

/** Videos in a moment that is being written. They load with the first video. */
export const composeVideo = {
  waiting: 'Waiting for its turn...',
  reading: 'Checking the video...',
  elsewhere: 'Another tab is getting this video ready…',
  prepare: (at: number) => `Getting video ${at} ready`,
  preparing: (percent: number) => `Getting the video ready on this device… ${percent}\u00a0%`,
  minutes: (minutes: number) => `About ${counted(minutes, 'minute', 'minutes')} on this device.`,
  smaller: 'Make it smaller',
  isSmaller: 'The picture will be smaller.',
  upload: (at: number) => `Upload of video ${at}`,
  uploading: (percent: number) => `Uploading… ${percent}\u00a0%`,
  finishing: 'Almost there...',
  ready: 'Uploaded',
  /** For screen readers. */
  isReady: (at: number) => `Video ${at} is uploaded`,
  stop: (at: number) => `Cancel video ${at}`,
  stopped: 'Not uploaded.',
  again: (at: number) => `Try video ${at} again`,
  lost: 'This browser no longer has the video. Please choose it again.',
  chooseAgain: (at: number) => `Choose video ${at} again`,
  chooseAgainShort: 'Choose it again',
  tooLong: 'This video is longer than 3 minutes.',
  choosePart: 'Choose up to 3 minutes',
  part: {
    title: 'Choose up to 3 minutes',
    text: (length: string) => `The whole video is ${length} long.`,
    start: 'Start',
    end: 'End',
    chosen: (length: string, from: string, to: string) => `${length} chosen, from ${from} to ${to}`,
    play: 'Play this part',
    pause: 'Pause',
    noPreview: 'This browser can’t show a preview of the video. You can still choose a part.',
    preview: 'Preview of the video',
    use: 'Use this part',
    /** Spoken times. */
    time: (minutes: number, seconds: number) =>
      minutes === 0
        ? counted(seconds, 'second', 'seconds')
        : `${counted(minutes, 'minute', 'minutes')} ${counted(seconds, 'second', 'seconds')}`,
  },
  refused: {
    notVideo: 'This file isn’t a video that Circle can read. Please remove it and choose another one.',
    cannot:
      'This browser can’t prepare this video. Please record as “Most Compatible”, or share the video from a computer.',
    tooLarge: 'The video is larger than 100 MB, even after preparing it. Please choose a shorter one.',
    noSpace:
      'There isn’t enough space on this device to get the video ready. Make some room, then try again.',
    gone: 'The video has changed, or can’t be read any more. Please remove it and choose it again.',
    broken: 'Something went wrong while getting the video ready. Please try again.',
  },
};
