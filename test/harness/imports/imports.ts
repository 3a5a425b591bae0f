import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Circle } from '../../../contract/shapes.ts';
import * as media from '../../../contract/media.ts';
import * as imports from '../../../contract/imports.ts';
import { type Answer, formOf, type Person } from '../person.ts';
import { finishVideo, partsOf, putPart, shortVideo } from '../videos.ts';

/** A small JPEG that differs from those of other numbers. */
export const numberedPhoto = (number: number): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: { r: number % 256, g: 90, b: 60 } } })
    .composite([{ input: Buffer.from(`<svg width="300" height="200"><text y="90">${number}</text></svg>`) }])
    .jpeg()
    .toBuffer();

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Sending {
  importId: string;
  albumId: string;
  position?: number;
  takenOn?: string;
  photo: Uint8Array;
  alt?: string;
}

/** Sends a photo of an import, whatever the answer. */
export const sendImported = (
  person: Person,
  { importId, albumId, position = 0, takenOn = '2019-07-14', photo, alt = '' }: Sending,
): Promise<Answer> =>
  person.request('POST', `/api/imports/${importId}/photos`, {
    form: formOf({
      albumId,
      position: String(position),
      takenOn,
      contentHash: hashOf(photo),
      alt,
      photo: new Blob([new Uint8Array(photo)]),
    }),
  });

/** Starts the upload of a video of an import, and sends its parts. */
export const sendFilm = async (person: Person, importId: string): Promise<string> => {
  const video = await shortVideo();
  const { id } = await person.ask(imports.startVideo, {
    id: importId,
    bytes: video.length,
    type: 'video/mp4',
    seconds: 2,
    takenOn: '2019-07-14',
  });
  for (const [n, part] of partsOf(video).entries()) await putPart(person, id, n, part);
  return id;
};

/** Uploads a video of an import; its id goes to `addVideo`. */
export const uploadFilm = async (person: Person, importId: string): Promise<string> => {
  const done = await finishVideo(person, await sendFilm(person, importId));
  return media.finishVideo.output.parse(done.json).id;
};

/** Opens an import with albums for a circle, or for the person alone, one photo in each. */
export const startImport = async (
  person: Person,
  circle: Circle | null,
  photos: readonly Uint8Array[],
): Promise<{ importId: string; albumIds: string[] }> => {
  const { id: importId } = await person.ask(imports.open, { source: 'google' });
  const albumIds: string[] = [];
  for (const [at, photo] of photos.entries()) {
    const title = `Year ${2010 + at}`;
    const { id } = await person.ask(imports.addAlbum, { id: importId, title, circleId: circle?.id ?? null });
    albumIds.push(id);
    const answer = await sendImported(person, { importId, albumId: id, photo });
    if (answer.status !== 201) throw new Error(`The photo was refused: ${answer.text}`);
  }
  return { importId, albumIds };
};
