import { messages } from '../../../contract/errors/errors.ts';
import * as albums from '../../../contract/albums.ts';
import { api, isRefusal } from '../../data/api.ts';
import { refreshPosts } from '../../data/refresh-posts.ts';
import { NeedsAgain, type Sender } from '../../outbox/kinds.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { idsOf } from '../media/photo-request.ts';
import { albumFields, AlbumInput, followAlbum, PhotosInput } from './album-requests.ts';
import { isNewAlbumEmpty } from './new-album.ts';
import { splitRefused, takeBackAlbum } from './share-album.ts';

const texts = words.albums;

/** The server deletes a photo that belongs to no album after a day. */
const withPhotos = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    const isGone =
      isRefusal(error) &&
      error.issues.some(({ path, message }) => path === 'photoIds' && message !== messages.albumFull);
    if (isGone) throw new NeedsAgain('', { cause: error });
    throw error;
  }
};

const explain = (status: number): string | null => (status === 404 ? words.compose.circles.gone : null);

/** Makes albums with their first photos. */
export const albumSender: Sender = {
  send: async (item, { results, signal }) => {
    const input = AlbumInput.parse(item.input);
    await splitRefused(item, results, { album: null, title: input.title });
    const fields = albumFields(input, idsOf(results));
    const { id } = await withPhotos(api(albums.create, fields, { idempotencyKey: item.key, signal }));
    return id;
  },
  follow: followAlbum,
  arrived: ({ input }, _, { client }) => {
    const { circleIds } = AlbumInput.parse(input);
    toast({ title: circleIds.length === 0 ? texts.madeForMe : texts.made });
    void refreshPosts(client);
  },
  explain,
  takeBack: (item) => {
    if (!isNewAlbumEmpty(item.owner)) return null;
    takeBackAlbum(item);
    return '/create-album';
  },
};

/** Adds photos to albums. */
export const albumPhotosSender: Sender = {
  send: async (item, { results, signal }) => {
    const { input, key } = item;
    const { album, title } = PhotosInput.parse(input);
    // Its author deleted it.
    if (album === null) return null;
    await splitRefused(item, results, { album, title });
    const photoIds = idsOf(results);
    if (photoIds.length === 0) return null;
    await withPhotos(api(albums.addPhotos, { id: album, photoIds }, { idempotencyKey: key, signal }));
    return null;
  },
  arrived: ({ input }, _, { client }) => {
    const { album } = PhotosInput.parse(input);
    void client.invalidateQueries({ queryKey: ['/api', 'albums', album ?? ''] });
    void refreshPosts(client);
  },
};
