import { useEffect, useRef, useState } from 'react';
import { makeReady } from './take-photos.ts';

export interface TakenPhoto {
  file: Blob;
  name: string;
  /** An object URL of `file`, for as long as the page is there. */
  preview: string;
}

/** One photo: what was taken, whether it is being prepared, and why it was refused. */
export const useTakenPhoto = () => {
  const [photo, setPhoto] = useState<TakenPhoto | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const previews = useRef<string[]>([]);
  const number = useRef(0);
  useEffect(
    () => () => {
      number.current += 1;
      previews.current.forEach(URL.revokeObjectURL);
    },
    [],
  );
  const drop = () => {
    number.current += 1;
    setPreparing(false);
    setProblem(undefined);
    setPhoto(null);
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
    const preview = URL.createObjectURL(ready);
    previews.current.push(preview);
    setPhoto({ file: ready, name: chosen.name || 'photo', preview });
  };
  return { photo, preparing, problem, take, drop };
};
