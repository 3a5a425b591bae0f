import type { CircleMark, Person } from '../../../../contract/shapes.ts';
import { PersonAvatar } from '../../../ui/people/person-avatar.tsx';
import { displayName } from '../../../ui/people/person-name.ts';
import { longDay } from '../../../words/day.ts';
import { words } from '../../../words/words.ts';
import type { DatedPhoto } from './dated-photo.ts';

interface ViewerCaptionProps {
  photo: DatedPhoto;
  author: Person;
  /** Not known where photos of several moments are viewed. */
  circles: readonly CircleMark[];
  /** Called with the element for the talk about the photo. */
  onPlace: (place: HTMLElement | null) => void;
}

/** The member who added a photo, its day, its circles, and the words for it. */
export function ViewerCaption({ photo, author, circles, onPlace }: ViewerCaptionProps) {
  const person = photo.addedBy ?? author;
  const day =
    photo.takenOn === null
      ? words.photoViewer.sharedOn({ day: longDay(photo.day) })
      : words.photoViewer.takenOn({ day: longDay(photo.takenOn) });
  return (
    <>
      <div className="viewer-by">
        <PersonAvatar person={person} />
        <div>
          <b>{displayName(person)}</b>
          <p>{[day, ...circles.map(({ name }) => name)].join(' · ')}</p>
        </div>
      </div>
      {photo.alt ? <p className="people">{photo.alt}</p> : null}
      <div className="viewer-talk" ref={onPlace} />
    </>
  );
}
