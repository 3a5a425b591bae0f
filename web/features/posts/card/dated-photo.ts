import type { Person, Photo, PlacedPhoto, Post } from '../../../../contract/shapes.ts';

/** A photo with the day on which it was taken or else shared. */
export interface DatedPhoto extends Photo, Pick<PlacedPhoto, 'day'> {
  /** The moment that it belongs to. */
  postId?: string;
  /** The member who added it, if not the author. */
  addedBy?: Person;
}

/** The photos of a moment, with their days. */
export const withDays = ({
  id: postId,
  images,
  createdAt,
}: Pick<Post, 'id' | 'images' | 'createdAt'>): DatedPhoto[] => {
  const sharedOn = new Date(createdAt).toLocaleDateString('sv');
  return images.map((photo) => ({ ...photo, postId, day: photo.takenOn ?? sharedOn }));
};

/** The id of a photo, which begins the names of its files. */
export const photoIdOf = ({ url }: Photo): string => /([0-9a-f]{32})-[^/]*$/.exec(url)?.[1] ?? '';

const idDigits = 8;

/** Where a photo or video is downloaded, and its name on the device: its day, and a part of its id that keeps two apart. */
export const downloadOf = ({ day, downloadUrl, video }: DatedPhoto): { href: string; name: string } => {
  const href = video?.url ?? downloadUrl;
  const file = href.slice(href.lastIndexOf('/') + 1);
  return { href, name: `${day} ${file.slice(0, idDigits)}${file.slice(file.lastIndexOf('.'))}` };
};
