import { buffer } from 'node:stream/consumers';
import { findFramePhoto, type OpenFrame } from './find.ts';
import type { AppContext } from '../../app-context.ts';
import { createFlights } from '../../platform/flights.ts';
import { missing } from '../../platform/problem.ts';
import { type JpegCopies, makeJpegCopy, sweepJpegCopies } from '../media/jpeg-copies.ts';
import { frameCopy, storageKey } from '../media/stored-file.ts';

/** A frame that still shows a photo whose copy was deleted has it made again. */
const copies: JpegCopies = {
  table: 'frame_photos',
  name: frameCopy,
  kind: 'frame',
  side: 1600,
  keepForMs: 30 * 24 * 60 * 60_000,
};

type Found = Awaited<ReturnType<typeof findFramePhoto>>;

const readCopy = async ({ db, storage }: AppContext, photo: Found): Promise<Buffer | 'unfit' | null> => {
  const row = await db.read
    .selectFrom('frame_photos')
    .select('bytes')
    .where('image_id', '=', photo.id)
    .executeTakeFirst();
  if (!row) return null;
  if (row.bytes === 0) return 'unfit';
  const file = await storage.read(storageKey(photo.publicId, frameCopy));
  return file && buffer(file.stream);
};

/** Answers frames with JPEGs of photos that they may show. @throws missing */
export type ReadFramePhoto = (frame: OpenFrame, name: string) => Promise<Buffer>;

/** Frames that want the same photo concurrently wait for one conversion. */
export const createFramePhotos = (context: AppContext): ReadFramePhoto => {
  const making = createFlights<Buffer | null>();
  return async (frame, name) => {
    const photo = await findFramePhoto(context.db.read, frame, name);
    const copy = await readCopy(context, photo);
    if (copy === 'unfit') throw missing();
    if (copy) return copy;
    const made = await making(photo.id, () =>
      makeJpegCopy(context, copies, photo, `frames ${frame.memberId}`),
    );
    // Sight may have ended while the photo was converted.
    await findFramePhoto(context.db.read, frame, name);
    if (!made) throw missing();
    return made;
  };
};

/** Deletes copies that are older than 30 days. */
export const sweepFramePhotos = (context: Pick<AppContext, 'db' | 'storage'>): Promise<void> =>
  sweepJpegCopies(context, copies);
