import type { Person, Photo, PlacedPhoto } from '../../../../contract/shapes.ts';

/** A photo with the day on which it was taken or else shared. */
export interface DatedPhoto extends Photo, Pick<PlacedPhoto, 'day'> {
  /** The member who added it, if not the author. */
  addedBy?: Person;
}

/** The photos of a moment, with their days. */
export const withDays = (photos: readonly Photo[], sharedAt: string): DatedPhoto[] => {
  const sharedOn = new Date(sharedAt).toLocaleDateString('sv');
  return photos.map((photo) => ({ ...photo, day: photo.takenOn ?? sharedOn }));
};

const idDigits = 8;

/** Where a photo or video is downloaded, and its name on the device: its day, and a part of its id that keeps two apart. */
export const downloadOf = ({ day, downloadUrl, video }: DatedPhoto): { href: string; name: string } => {
  const href = video?.url ?? downloadUrl;
  const file = href.slice(href.lastIndexOf('/') + 1);
  return { href, name: `${day} ${file.slice(0, idDigits)}${file.slice(file.lastIndexOf('.'))}` };
};
