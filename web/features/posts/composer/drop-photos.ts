import { useEffect, useEffectEvent, useState } from 'react';

const hasFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') === true;

/**
 * Takes files dropped anywhere on the page or pasted into it. Returns whether files are being dragged over it. While the
 * page is busy it refuses them, but still keeps the browser from opening the file.
 */
export const useDroppedFiles = (take: (files: File[]) => void, busy: boolean): boolean => {
  const [over, setOver] = useState(false);
  const dropped = useEffectEvent((files: File[]) => {
    if (!busy && files.length > 0) take(files);
  });
  useEffect(() => {
    const stop = new AbortController();
    const on = { signal: stop.signal };
    window.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      },
      on,
    );
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), on);
    window.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        dropped([...event.dataTransfer.files]);
      },
      on,
    );
    window.addEventListener(
      'paste',
      (event) => {
        // Text copied together with a picture, as from a document, is pasted as text.
        if (!hasFiles(event.clipboardData) || event.clipboardData.types.includes('text/plain')) return;
        event.preventDefault();
        dropped([...event.clipboardData.files]);
      },
      on,
    );
    return () => stop.abort();
  }, []);
  return over && !busy;
};
