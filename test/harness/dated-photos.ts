import sharp from 'sharp';
import * as media from '../../contract/media.ts';
import { formOf, type Person } from './person.ts';
import { plainPhoto } from './photos.ts';

/** A word that stands in the place of the photo. */
export const placeMark = 'GREENWICH-MERIDIAN';

interface Dated {
  /** As EXIF has it: `2019:05:03 10:20:30`. */
  original?: string;
  digitized?: string;
  /** The day within the place: never read. */
  placeDay?: string;
}

/** A photo with days in its EXIF, and a place. */
export const datedPhoto = (
  { original, digitized, placeDay = '2001:02:03' }: Dated,
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c86432' } })
    .withExif({
      IFD0: { DateTime: '2020:01:01 00:00:00', Copyright: placeMark },
      IFD2: {
        ...(original !== undefined && { DateTimeOriginal: original }),
        ...(digitized !== undefined && { DateTimeDigitized: digitized }),
      },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 28/1 3840/100',
        GPSDateStamp: placeDay,
        GPSProcessingMethod: placeMark,
      },
    })
    .toFormat(format)
    .toBuffer();

/** Uploads a photo with the day that its member says. @returns its id */
export const uploadOfDay = async (person: Person, takenOn: string): Promise<string> => {
  const photo = new Blob([new Uint8Array(await plainPhoto(30, 20))]);
  return (await person.ask(media.upload, formOf({ takenOn, photo }))).id;
};
