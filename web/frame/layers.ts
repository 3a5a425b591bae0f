import { picture } from './page.ts';

/** Longer than the fade of `frame.css`. */
const fadeMs = 2_000;

/** Two pictures, one above the other: the new one fades in over the old one. */
export const createLayers = () => {
  let [front, back] = [picture('one'), picture('two')];

  const clear = (image: HTMLImageElement): void => {
    const { src } = image;
    image.classList.remove('on');
    image.removeAttribute('src');
    image.alt = '';
    if (src.startsWith('blob:')) URL.revokeObjectURL(src);
  };

  return {
    /** Paints a photo once it is decoded. `failed` is called for bytes that are no picture. */
    paint: (bytes: ArrayBuffer, alt: string, failed: () => void): void => {
      [front, back] = [back, front];
      const [next, last] = [front, back];
      clear(next);
      next.addEventListener(
        'load',
        () => {
          next.classList.add('on');
          last.classList.remove('on');
          setTimeout(() => {
            if (last !== front) clear(last);
          }, fadeMs);
        },
        { once: true },
      );
      next.addEventListener('error', failed, { once: true });
      next.alt = alt;
      next.src = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
    },
    /** Takes both pictures away within this turn, without a fade. */
    clear: (): void => {
      clear(front);
      clear(back);
    },
  };
};
