import type { QueryClient } from '@tanstack/react-query';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { chooseFiles } from '../../../outbox/choose-files.ts';
import { type Item, isRefusedAtChoice } from '../../../outbox/item.ts';
import { changeItem, discardItems, itemOf, itemsIn, removeItems } from '../../../outbox/outbox.ts';
import { chosenPhoto } from '../../media/photo-sender.ts';
import { readPhoto } from '../../media/prepare-photo.ts';
import { isVideo } from '../../media/video/is-video.ts';
import { changeDraft, momentPlace } from './draft.ts';

/** The photos and videos among items, without those that could not be read. */
export const photosAmong = (items: readonly Item[]): readonly Item[] =>
  items.filter((item) => (item.kind === 'photo' || item.kind === 'video') && !isRefusedAtChoice(item));

const readVideo = async (client: QueryClient, file: File): Promise<Blob | string> => {
  const { whyNoVideos } = await import('../../media/video/why-no-videos.ts');
  return (await whyNoVideos(client)) ?? file;
};

/** Chooses photos and videos for the moment, up to its limits. */
export const choosePhotos = async (
  client: QueryClient,
  userId: string,
  files: readonly File[],
): Promise<void> => {
  // Unreadable files are refused as photos.
  const areVideos = await Promise.all(files.map((file) => isVideo(file).catch(() => false)));
  const refused = itemsIn(momentPlace).filter(isRefusedAtChoice);
  removeItems(refused.map(({ id }) => id));
  const before = itemsIn(momentPlace);
  const room = Math.max(0, limits.photosPerPost - before.length);
  let videos = before.filter(({ kind }) => kind === 'video').length;
  const choices = files.slice(0, room + 1).map((file, at) => {
    const isFilm = areVideos[at] === true;
    videos += isFilm ? 1 : 0;
    const tooMany =
      at >= room ? messages.tooManyPhotos : videos > limits.videosPerPost ? messages.tooManyVideos : null;
    const read = isFilm ? (one: File) => readVideo(client, one) : readPhoto;
    return {
      file,
      kind: isFilm ? 'video' : 'photo',
      input: { ...chosenPhoto(file), alt: '', ...(isFilm && { seconds: null, part: null, effort: 'usual' }) },
      read: tooMany === null ? read : () => Promise.resolve(tooMany),
    };
  });
  chooseFiles(userId, momentPlace, choices);
  // The draft is stored with its first photo.
  changeDraft({});
};

/** Moves a photo by one place. */
export const movePhoto = (photos: readonly Item[], from: number, to: number): void => {
  const [one, other] = [photos[from], photos[to]];
  if (!one || !other) return;
  changeItem(one.id, { at: other.at });
  changeItem(other.id, { at: one.at });
};

export const altOf = ({ input }: Item): string => {
  const alt: unknown = Reflect.get(Object(input), 'alt');
  return typeof alt === 'string' ? alt : '';
};

export const describePhoto = ({ id }: Item, alt: string): void => {
  const item = itemOf(id);
  if (item) changeItem(id, { input: { ...Object(item.input), alt } });
};

export const removePhoto = ({ id }: Item): void => {
  discardItems([id]);
  changeDraft({});
};
