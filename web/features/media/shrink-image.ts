import { inMemory } from './in-memory.ts';

/** The box of the server's largest variant, which keeps the letters of a long screenshot readable. */
const keptPx = { width: 2_048, height: 8_192 };
/** Photos with more pixels than this, or with a longer side, are shrunk before the upload, but not below that box. */
const maxPx = 2_560 * 1_920;
const maxSidePx = 8_192;
const maxBytes = 4 * 1024 * 1024;
const quality = 0.9;

const scaleOf = ({ width, height }: ImageBitmap): number => {
  const kept = Math.min(keptPx.width / width, keptPx.height / height);
  const usual = Math.min(maxSidePx / Math.max(width, height), Math.sqrt(maxPx / (width * height)));
  return Math.min(1, Math.max(kept, usual));
};

/** A JPEG of what is drawn; null without a canvas. */
export const toJpeg = async (
  { width, height }: { width: number; height: number },
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): Promise<Blob | null> => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency; without a background transparent areas turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  draw(context);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
};

/** Whether this browser shows a photo: most show no HEIC. */
export const canShow = async (file: Blob): Promise<boolean> => {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
};

const smallerImage = async (file: Blob): Promise<Blob | null> => {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      const scale = scaleOf(picture);
      if (scale === 1 && file.size <= maxBytes) return null;
      const width = Math.max(1, Math.round(picture.width * scale));
      const height = Math.max(1, Math.round(picture.height * scale));
      const smaller = await toJpeg({ width, height }, (context) =>
        context.drawImage(picture, 0, 0, width, height),
      );
      return smaller && smaller.size < file.size ? smaller : null;
    } finally {
      picture.close();
    }
  } catch {
    return null;
  }
};

/**
 * Shrinks a large photo and applies its orientation. Small or undecodable photos stay as they are.
 * @returns a photo in memory
 * @throws DOMException if the file can no longer be read
 */
export const shrinkImage = async (file: Blob): Promise<Blob> => inMemory((await smallerImage(file)) ?? file);
