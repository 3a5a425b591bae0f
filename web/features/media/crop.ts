import type { PhotoEdit } from './photo-request.ts';

const ratios = { original: null, square: 1, portrait: 4 / 5 };

interface Size {
  width: number;
  height: number;
}

/** The part that stays of a photo of this size, which is already turned. */
export const frameOf = (
  { width, height }: Size,
  { shape, at }: Pick<PhotoEdit, 'shape' | 'at'>,
): Size & { x: number; y: number } => {
  const ratio = ratios[shape] ?? width / height;
  const kept = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) };
  return { ...kept, x: (width - kept.width) * at, y: (height - kept.height) * at };
};
