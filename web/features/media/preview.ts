import { canShow } from './shrink-image.ts';

const readAsUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });

/** A chosen photo as a data URL; null where this browser cannot show it. */
export const previewOf = async (file: Blob): Promise<string | null> =>
  (await canShow(file)) ? readAsUrl(file) : null;
