import type { QueryClient } from '@tanstack/react-query';
import { limits } from '../../../contract/limits.ts';
import type { Post } from '../../../contract/shapes.ts';
import * as albums from '../../../contract/albums.ts';
import { api } from '../../data/api.ts';
import { refreshPosts } from '../../data/refresh-posts.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { batchOf, idsOf, moveToAlbum, newAlbumOf, retryFiles, uploadsSettled } from './album-uploads.ts';
import { clearNewAlbum, findFiles, keyOfNewAlbum, newAlbumNow, openNewAlbum } from './new-album.ts';

const texts = words.albums;

/** Makes the album with the photos that are uploaded; the others follow. */
export const sendAlbum = async (
  client: QueryClient,
  userId: string,
  signal: AbortSignal | null = null,
): Promise<Post> => {
  const place = newAlbumOf(userId);
  const { title, text, circleIds, adds } = newAlbumNow(userId);
  const photoIds = idsOf(batchOf(place).files);
  const input = {
    title: title.trim(),
    content: text.trim(),
    circleIds: [...circleIds],
    adds,
    photoIds,
  };
  const idempotencyKey = keyOfNewAlbum(userId, JSON.stringify(input));
  const album = await api(albums.create, input, { idempotencyKey, ...(signal && { signal }) });
  moveToAlbum(client, place, album.id, photoIds);
  clearNewAlbum(userId);
  toast({ title: circleIds.length === 0 ? texts.madeForMe : texts.made });
  void refreshPosts(client);
  return album;
};

/** Uploads the photos of a waiting album and makes it; returns false if its member has to decide about photos. */
export const sendWaitingAlbum = async (
  client: QueryClient,
  userId: string,
  signal: AbortSignal,
): Promise<boolean> => {
  openNewAlbum(userId);
  if (!newAlbumNow(userId).waiting) return true;
  const place = newAlbumOf(userId);
  await findFiles(client, userId);
  const { refused: known } = batchOf(place);
  retryFiles(client, place);
  await uploadsSettled(place, limits.albumPhotosAtOnce);
  if (signal.aborted || !newAlbumNow(userId).waiting) return true;
  const { files, refused } = batchOf(place);
  if (refused.length > known.length || files.some(({ state, isRefused }) => state === 'lost' || isRefused))
    return false;
  // A failed photo is tried again with the next connection.
  if (!files.some(({ state }) => state === 'failed')) await sendAlbum(client, userId, signal);
  return true;
};
