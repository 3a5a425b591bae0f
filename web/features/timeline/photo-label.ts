import type { PlacedPhoto } from '../../../contract/shapes.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { longDay } from '../../words/day.ts';
import { words } from '../../words/words.ts';

const texts = words.timeline;

/** The accessible name of a photo that opens. */
export const labelOf = ({ alt, addedBy, video, takenOn, day }: PlacedPhoto): string =>
  texts.open({
    what: words.photoRows.open({ alt, by: displayName(addedBy), isVideo: video !== null }),
    day: takenOn === null ? texts.sharedOn({ day: longDay(day) }) : texts.takenOn({ day: longDay(takenOn) }),
  });
