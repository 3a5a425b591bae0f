import * as calls from '../../../contract/albums.ts';
import type { Feature, Routes } from '../../feature.ts';
import { listAlbums } from './list-albums.ts';
import { listPhotosOfAlbum, listYearsOfAlbum } from './list.ts';
import { addPhotos, createAlbum, editAlbum, removePhotos } from './write.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.list, ({ viewer, input }) => listAlbums(context, viewer, input));
  on(calls.create, ({ viewer, input, repeatKey }) => createAlbum(context, viewer, input, repeatKey));
  on(calls.edit, ({ viewer, input }) => editAlbum(context.db, viewer, input));
  on(calls.photos, ({ viewer, input }) => listPhotosOfAlbum(context, viewer, input));
  on(calls.years, ({ viewer, input }) => listYearsOfAlbum(context.db, viewer, input.id));
  on(calls.addPhotos, ({ viewer, input, repeatKey }) => addPhotos(context, viewer, input, repeatKey));
  on(calls.removePhotos, ({ viewer, input }) => removePhotos(context, viewer, input));
};

export const feature: Feature = {
  routes,
};
