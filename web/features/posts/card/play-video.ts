import type { Video } from '../../../../contract/shapes.ts';

/** Whether this device may be able to play the type of a video. An error while playing tells for sure. */
export const canPlay = ({ type }: Video): boolean => document.createElement('video').canPlayType(type) !== '';
