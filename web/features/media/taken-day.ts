// Loads when a photo or video is chosen.
import { readTakenDay } from '../../../contract/text/taken-day.ts';
import { readVideoDay } from './video-day.ts';

/** A JPEG has its EXIF within its first segments of 64 KB. */
const jpegStartBytes = 256 * 1024;
/** Larger files are not read as a whole. */
const maxBytes = 64 * 1024 * 1024;

const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/** The day on which a photo was taken, `YYYY-MM-DD`; null if its file does not name it. */
export const takenDayOf = async (file: Blob): Promise<string | null> => {
  try {
    const start = await bytesOf(file.slice(0, jpegStartBytes));
    const isWhole = start[0] === 0xff || file.size <= jpegStartBytes;
    if (!isWhole && file.size > maxBytes) return null;
    return readTakenDay(isWhole ? start : await bytesOf(file));
  } catch (error) {
    console.warn(error);
    return null;
  }
};

const maxBoxes = 64;
/** The name `moov` as a number. */
const movieBox = 0x6d6f6f76;

/** The day on which a video was taken, from the metadata of an MP4 or MOV; null if it does not name it. */
export const takenDayOfVideo = async (file: Blob): Promise<string | null> => {
  try {
    for (let at = 0, boxes = 0; boxes < maxBoxes && at + 16 <= file.size; boxes += 1) {
      const header = new DataView(await file.slice(at, at + 16).arrayBuffer());
      const size = header.getUint32(0);
      const length = size === 1 ? Number(header.getBigUint64(8)) : size === 0 ? file.size - at : size;
      if (header.getUint32(4) === movieBox)
        return length <= maxBytes ? readVideoDay(await bytesOf(file.slice(at, at + length))) : null;
      if (length < 8) return null;
      at += length;
    }
  } catch (error) {
    console.warn(error);
  }
  return null;
};
