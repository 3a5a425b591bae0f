import { FileImage, Film } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FoundItem } from './archive/found.ts';
import type { SourceFile } from './archive/source-file.ts';

const side = 240;
const maxCount = 400;

// Addresses of small pictures, the oldest first. Large photos would fill a phone's memory.
const made = new Map<string, string>();
let queue: Promise<unknown> = Promise.resolve();

const make = async (file: SourceFile): Promise<string | null> => {
  try {
    const blob = await file.read();
    const picture = await createImageBitmap(blob, { imageOrientation: 'from-image' });
    const scale = Math.min(1, side / Math.min(picture.width, picture.height));
    const [width, height] = [picture.width, picture.height].map((one) =>
      Math.max(1, Math.round(one * scale)),
    );
    const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.75 }));
  } catch {
    // Most browsers show no HEIC.
    return null;
  }
};

/** The address of a small picture of a photo; null for one that this browser cannot show. One is made at a time. */
const thumbnailOf = (file: SourceFile, signal: AbortSignal): Promise<string | null> => {
  const next = queue.then(async () => {
    const known = made.get(file.path);
    if (known !== undefined || signal.aborted) return known ?? null;
    const url = await make(file);
    if (url === null) return null;
    made.set(file.path, url);
    const [oldest] = made;
    if (made.size > maxCount && oldest) {
      URL.revokeObjectURL(oldest[1]);
      made.delete(oldest[0]);
    }
    return url;
  });
  queue = next.catch(() => undefined);
  return next;
};

/** A small picture of a photo on this device, made once it is on screen; a sign for a video; words as they are. */
export function Thumbnail({ item }: { item: FoundItem }) {
  const place = useRef<HTMLSpanElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  const { file, isVideo = false } = item;
  useEffect(() => {
    const element = place.current;
    if (!element || !file || isVideo) return;
    const stop = new AbortController();
    const show = async () => {
      const address = await thumbnailOf(file, stop.signal);
      if (!stop.signal.aborted) setUrl(address);
    };
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watcher.disconnect();
        void show();
      },
      { rootMargin: '200px' },
    );
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      stop.abort();
    };
  }, [file, isVideo]);
  if (!file) return <span className="im-words people">{item.words}</span>;
  const Icon = isVideo ? Film : FileImage;
  return (
    <span className="im-thumb" ref={place}>
      {url === null ? <Icon aria-hidden="true" /> : <img src={url} alt="" />}
    </span>
  );
}
