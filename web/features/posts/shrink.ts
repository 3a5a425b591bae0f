/** Above one of these a photo is made smaller before it is sent: nobody sees more than 2,048 pixels of it. */
const longestSide = 2_560;
const mostBytes = 4 * 1024 * 1024;
const quality = 0.9;

const drawn = async (picture: ImageBitmap, width: number, height: number): Promise<Blob | null> => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return null;
  // A JPEG knows no transparency: without a ground it would come out black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
};

/** A large photo turned upright and made smaller; as it is where it is small, or where the browser cannot. */
export const shrunk = async (file: Blob): Promise<Blob> => {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
      if (scale === 1 && file.size <= mostBytes) return file;
      const smaller = await drawn(
        picture,
        Math.max(1, Math.round(picture.width * scale)),
        Math.max(1, Math.round(picture.height * scale)),
      );
      return smaller && smaller.size < file.size ? smaller : file;
    } finally {
      picture.close();
    }
  } catch {
    return file;
  }
};
