import * as media from '../../contract/media.ts';
import type { Circle, PlacedPhoto, Post } from '../../contract/shapes.ts';
import * as albums from '../../contract/albums.ts';
import { formOf, type Person } from './person.ts';
import { plainPhoto } from './photos.ts';

/** Uploads photos and returns their ids. */
export const uploadPhotos = async (person: Person, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const form = formOf({ photo: new Blob([new Uint8Array(await plainPhoto())]) });
    ids.push((await person.ask(media.upload, form)).id);
  }
  return ids;
};

interface NewAlbum {
  photos?: number;
  adds?: 'author' | 'circle';
  title?: string;
  content?: string;
}

export const makeAlbum = async (
  author: Person,
  circle: Circle,
  { photos = 1, adds = 'circle', title = 'Summer', content = '' }: NewAlbum = {},
): Promise<Post> =>
  author.ask(albums.create, {
    title,
    content,
    circleIds: [circle.id],
    adds,
    photoIds: await uploadPhotos(author, photos),
  });

/** Adds photos to an album and returns their ids. */
export const addToAlbum = async (person: Person, album: Post, count: number): Promise<string[]> => {
  const photoIds = await uploadPhotos(person, count);
  await person.ask(albums.addPhotos, { id: album.id, photoIds });
  return photoIds;
};

export const photosOfAlbum = async (person: Person, album: Post): Promise<PlacedPhoto[]> =>
  (await person.ask(albums.photos, { id: album.id })).items;
