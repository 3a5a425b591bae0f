import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const upload = endpoint({
  method: 'POST',
  path: '/api/photos',
  credential: 'verified',
  rate: 'photos',
  summary:
    "Makes a photo ready for a moment that is still being written: its uploader's alone, gone after a day unless shared",
  files: { photo: 1 },
  input: z.strictObject({}),
  output: z.object({ id: z.string(), url: z.string() }),
  status: 201,
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/photos/:id',
  credential: 'member',
  rate: 'photos',
  summary: 'Takes back a photo that was uploaded and not shared',
  input: z.strictObject({ id }),
  output: null,
  status: 204,
});
