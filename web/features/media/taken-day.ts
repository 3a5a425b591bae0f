// Loads when a photo or video is chosen.
import { isTakenDay, readTakenDay } from '../../../contract/text/taken-day.ts';

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
/** Seconds from 1904, where the clock of a MOV begins, to 1970. */
const secondsTo1970 = 2_082_844_800;

/** The zero of either clock gives an earlier day, and so does a time since 1970 that is read as one since 1904. */
const firstDay = '1971-01-01';

const localDay = (seconds: number): string | null => {
  const day = new Date((seconds - secondsTo1970) * 1_000).toLocaleDateString('sv');
  return isTakenDay(day) && day >= firstDay ? day : null;
};

/** The day on which a video was taken, from the header of an MP4 or MOV; null if it does not name it. */
export const takenDayOfVideo = async (file: Blob): Promise<string | null> => {
  try {
    for (let at = 0, boxes = 0; boxes < maxBoxes && at + 16 <= file.size; boxes += 1) {
      const bytes = await bytesOf(file.slice(at, at + 40));
      const view = new DataView(bytes.buffer);
      const nameAt = (place: number) => String.fromCharCode(...bytes.subarray(place, place + 4));
      const isLong = view.getUint32(0) === 1;
      if (nameAt(4) === 'moov') {
        const isHeader = !isLong && nameAt(12) === 'mvhd';
        if (!isHeader) return null;
        return localDay(view.getUint8(16) === 1 ? Number(view.getBigUint64(20)) : view.getUint32(20));
      }
      const length = isLong ? Number(view.getBigUint64(8)) : view.getUint32(0);
      if (length < 8) return null;
      at += length;
    }
  } catch (error) {
    console.warn(error);
  }
  return null;
};
