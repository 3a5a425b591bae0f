import { createOrder, type ListedPhoto } from './order.ts';
import { createStopwatch, picture, askBytes } from './request.ts';

/** Longer than the fade of `frame.css`. */
const fadeMs = 2_000;

/** Two pictures, one above the other: the new one fades in over the old one. */
const createLayers = () => {
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
      // Properties: listeners would pile up over months, and browsers of 2015 know no `once`.
      next.onload = () => {
        next.classList.add('on');
        last.classList.remove('on');
        setTimeout(() => {
          if (last !== front) clear(last);
        }, fadeMs);
      };
      next.onerror = failed;
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

/** Bytes of photos that the page keeps. A tablet of ten years ago has 1 GB of memory. */
const maxKept = 48 * 1024 * 1024;

/** Keeps photos in memory, so that each is fetched once as long as they fit. Nothing is stored on the device. */
const createKeptBytes = () => {
  let kept: { name: string; bytes: ArrayBuffer }[] = [];
  const size = (): number => kept.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  return {
    find: (name: string): ArrayBuffer | null => kept.find((photo) => photo.name === name)?.bytes ?? null,
    keep: (name: string, bytes: ArrayBuffer): void => {
      kept.push({ name, bytes });
      while (kept.length > 1 && size() > maxKept) kept.shift();
    },
    /** Drops every photo for which `stays` is false. */
    sift: (stays: (name: string) => boolean): void => {
      kept = kept.filter(({ name }) => stays(name));
    },
  };
};

const slideMs = 15_000;
/** The server must have confirmed a photo within this time before it is painted. */
const confirmedMs = 5_000;
/** The server may still be making the photo. */
const loadTimeoutMs = 30_000;
const retryMs = 5_000;

/** The photo on screen and the next one. */
export const createSlides = () => {
  const order = createOrder();
  const kept = createKeptBytes();
  const layers = createLayers();
  const slide = createStopwatch();
  const confirmed = createStopwatch();
  const failed = createStopwatch();
  let current: string | null = null;
  let next: ListedPhoto | null = null;
  let isNextConfirmed = false;
  let isLoading = false;
  let hasFailed = false;

  const chooseNext = (): void => {
    next = order.next(current);
    isNextConfirmed = false;
  };

  const skip = (name: string): void => {
    order.pass(name);
    if (next?.name === name) chooseNext();
  };

  const load = ({ name }: ListedPhoto): void => {
    if (isLoading || kept.find(name) || (hasFailed && failed.elapsedMs() < retryMs)) return;
    isLoading = true;
    askBytes(`/frame/photos/${name}`, {
      timeoutMs: loadTimeoutMs,
      done: (status, bytes) => {
        isLoading = false;
        // The photo may have been taken away meanwhile.
        if (status === 200 && bytes && order.isListed(name)) kept.keep(name, bytes);
        else if (status === 404) skip(name);
        hasFailed = status !== 200 && status !== 404;
        failed.restart();
      },
    });
  };

  const drop = (name: string): void => {
    kept.sift((other) => other !== name);
    skip(name);
    if (name !== current) return;
    layers.clear();
    current = null;
  };

  const paint = ({ name, alt }: ListedPhoto, bytes: ArrayBuffer): void => {
    current = name;
    order.pass(name);
    slide.restart();
    // With it goes the photo below, about which the server is no longer asked.
    layers.paint(bytes, alt, () => {
      if (current === name) drop(name);
    });
    chooseNext();
  };

  return {
    /** The photos about which the server has to be asked. */
    get names(): string[] {
      return [current, next?.name ?? null].filter((name) => name !== null);
    },
    get isEmpty(): boolean {
      return order.isEmpty;
    },
    /** The server's answer: of the photos that were asked about, those that the frame may show. */
    confirm: (asked: readonly string[], seen: readonly string[]): void => {
      for (const name of asked) if (!seen.includes(name)) drop(name);
      isNextConfirmed = next !== null && seen.includes(next.name);
      confirmed.restart();
    },
    list: (photos: readonly ListedPhoto[]): void => {
      order.list(photos);
      kept.sift(order.isListed);
      if (current !== null && !order.isListed(current)) drop(current);
      // A new photo comes first.
      chooseNext();
    },
    /** Called twice a second: loads the next photo, and paints it when its time has come. */
    tick: (): void => {
      if (!next) {
        chooseNext();
        return;
      }
      load(next);
      const bytes = kept.find(next.name);
      const isDue = current === null || slide.elapsedMs() >= slideMs;
      if (bytes && isDue && isNextConfirmed && confirmed.elapsedMs() < confirmedMs) paint(next, bytes);
    },
    /** Drops everything, from the screen and from memory. */
    forget: (): void => {
      layers.clear();
      order.list([]);
      kept.sift(() => false);
      current = null;
      next = null;
    },
  };
};
