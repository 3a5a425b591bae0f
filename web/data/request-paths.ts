// Separate from the files that check what they send: those would take the whole contract along (web/build/endpoints.ts).
import * as albums from '../../contract/albums.ts';
import * as comments from '../../contract/comments.ts';
import { requestOf } from '../../contract/endpoint.ts';
import * as posts from '../../contract/posts.ts';

/** The paths of the requests that may be withdrawn. */
export const momentsPath = posts.create.path;
export const albumsPath = albums.create.path;
export const photosPathOf = (albumId: string): string => requestOf(albums.addPhotos, { id: albumId }).url;
export const commentsPathOf = (postId: string): string => requestOf(comments.add, { id: postId }).url;
