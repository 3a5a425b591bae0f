import { useEffect, useRef, useState } from 'react';
import { makeReady } from './take-photos.ts';

export interface TakenPhoto {
  file: Blob;
  name: string;
  /** An object URL of `file`. */
  preview: string;
}

/** One photo: what was taken, whether it is being prepared, and why it was refused. */
export const useTakenPhoto = () => {
  const [photo, setPhoto] = useState<TakenPhoto | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const preview = useRef<string>(null);
  const number = useRef(0);
  const show = (next: TakenPhoto | null) => {
    if (preview.current !== null) URL.revokeObjectURL(preview.current);
    preview.current = next?.preview ?? null;
    setPhoto(next);
  };
  useEffect(
    () => () => {
      number.current += 1;
      if (preview.current !== null) URL.revokeObjectURL(preview.current);
    },
    [],
  );
  const drop = () => {
    number.current += 1;
    setPreparing(false);
    setProblem(undefined);
    show(null);
  };
  const take = async (chosen: File) => {
    const mine = ++number.current;
    setProblem(undefined);
    setPreparing(true);
    const ready = await makeReady(chosen);
    // Another one was chosen meanwhile, or the page is gone.
    if (mine !== number.current) return;
    setPreparing(false);
    if (typeof ready === 'string') return setProblem(ready);
    show({ file: ready, name: chosen.name || 'photo', preview: URL.createObjectURL(ready) });
  };
  return { photo, preparing, problem, take, drop };
};
