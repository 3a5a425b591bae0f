import { frameOf } from './crop.ts';
import { isEdited, type PhotoEdit } from './photo-request.ts';
import { toJpeg } from './shrink-image.ts';

/**
 * A photo turned and cropped, without metadata; as it is where nothing is to be done.
 * @throws DOMException if this browser cannot read it
 */
export const editedPhoto = async (file: Blob, edit: PhotoEdit): Promise<Blob> => {
  if (!isEdited(edit)) return file;
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const isSideways = edit.turns % 2 === 1;
    const turned = {
      width: isSideways ? picture.height : picture.width,
      height: isSideways ? picture.width : picture.height,
    };
    const frame = frameOf(turned, edit);
    const size = {
      width: Math.max(1, Math.round(frame.width)),
      height: Math.max(1, Math.round(frame.height)),
    };
    const edited = await toJpeg(size, (context) => {
      context.translate(turned.width / 2 - frame.x, turned.height / 2 - frame.y);
      context.rotate((edit.turns * Math.PI) / 2);
      context.drawImage(picture, -picture.width / 2, -picture.height / 2);
    });
    if (!edited) throw new DOMException('no canvas', 'EncodingError');
    return edited;
  } finally {
    picture.close();
  }
};
