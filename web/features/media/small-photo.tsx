import type { Photo } from '../../../contract/shapes.ts';

/** A photo beside the name of what it belongs to, so without a description. `sizes` is the attribute of the image. */
export function SmallPhoto({ photo, sizes }: { photo: Photo; sizes: string }) {
  return (
    <img
      srcSet={photo.variants.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={sizes}
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
}
