import type { QueryClient } from '@tanstack/react-query';
import { newIdempotencyKey } from '../../../data/idempotency-key.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { chooseFiles } from '../../../outbox/choose-files.ts';
import { inputChange, type Item, type ItemChange, isRefusedAtChoice } from '../../../outbox/item.ts';
import { discardItems, undoItem } from '../../../outbox/discard-items.ts';
import { changeItem, changeItems, itemOf, itemsIn, removeItems } from '../../../outbox/outbox.ts';
import type { PhotoInput } from '../../media/photo-request.ts';
import { chosenPhoto } from '../../media/photo-sender.ts';
import { readPhoto } from '../../media/prepare-photo.ts';
import { isVideo } from '../../media/video/is-video.ts';
import { changeDraft, momentPlace } from './draft.ts';

/** The photos and videos among items, without those that could not be read. */
export const photosAmong = (items: readonly Item[]): readonly Item[] =>
  items.filter((item) => (item.kind === 'photo' || item.kind === 'video') && !isRefusedAtChoice(item));

const asVideo: ItemChange = ({ input }) => ({
  kind: 'video',
  input: { ...Object(input), seconds: null, part: null, effort: 'usual' },
});

/** Reads a photo or a video. Before that, nobody knows which of them it is. */
const readEither = async (client: QueryClient, file: File, { id, place }: Item): Promise<Blob | string> => {
  // Unreadable files are refused as photos.
  if (!(await isVideo(file).catch(() => false))) return readPhoto(file);
  const videos = photosAmong(itemsIn(place)).filter(({ kind }) => kind === 'video');
  if (videos.length >= limits.videosPerPost) return messages.tooManyVideos;
  // Without a connection the server decides.
  const reasons = await import('../../media/video/why-no-videos.ts').catch(() => null);
  const reason = reasons && (await reasons.whyNoVideos(client));
  if (reason === null) changeItem(id, asVideo);
  return reason ?? file;
};

/** Chooses photos and videos for the moment, up to its limits. */
export const choosePhotos = (client: QueryClient, userId: string, files: readonly File[]): void => {
  const refused = itemsIn(momentPlace).filter(isRefusedAtChoice);
  removeItems(refused.map(({ id }) => id));
  const room = Math.max(0, limits.photosPerPost - photosAmong(itemsIn(momentPlace)).length);
  chooseFiles(
    userId,
    momentPlace,
    files.slice(0, room + 1).map((file, at) => ({
      file,
      kind: 'photo',
      input: { ...chosenPhoto(file), alt: '' },
      read:
        at < room
          ? (one: File, item: Item) => readEither(client, one, item)
          : () => Promise.resolve(messages.tooManyPhotos),
    })),
  );
  // The draft is stored with its first photo.
  changeDraft({});
};

/** Moves a photo to another place. */
export const movePhoto = (photos: readonly Item[], from: number, to: number): void => {
  const moved = photos[from];
  if (!moved) return;
  const next = photos.filter((photo) => photo !== moved).toSpliced(to, 0, moved);
  changeItems({ changed: new Map(next.map(({ id }, index) => [id, { at: photos[index]?.at ?? moved.at }])) });
};

export const altOf = ({ input }: Item): string => {
  const alt: unknown = Reflect.get(Object(input), 'alt');
  return typeof alt === 'string' ? alt : '';
};

export const describePhoto = ({ id }: Item, alt: string): void => changeItem(id, inputChange({ alt }));

/** Changes how a photo is uploaded: it is sent again. */
export const changePhoto = ({ id }: Item, changed: Partial<Pick<PhotoInput, 'edit' | 'takenOn'>>): void => {
  const item = itemOf(id);
  if (!item) return;
  if (item.state === 'reading') return changeItem(id, inputChange(changed));
  // Stops the upload that runs.
  changeItem(id, { state: 'paused' });
  undoItem(item);
  const again = { state: 'waiting', tries: 0, notBefore: 0, problem: null, result: null } as const;
  changeItem(id, (now) => ({
    ...again,
    key: newIdempotencyKey(),
    input: { ...Object(now.input), ...changed },
  }));
};

export const removePhoto = ({ id }: Item): void => {
  discardItems([id]);
  changeDraft({});
};
