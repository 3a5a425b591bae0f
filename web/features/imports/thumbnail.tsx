import { FileImage, Film } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FoundItem } from './archive/found.ts';
import { thumbnailOf } from './thumbnails.ts';

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
      const made = await thumbnailOf(file, stop.signal);
      if (!stop.signal.aborted) setUrl(made);
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
