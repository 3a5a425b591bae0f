import { useEffect, useRef, useState } from 'react';
import { words } from '../../../words/words.ts';
import { preparePhoto } from '../../media/prepare-photo.ts';
import { isVideo } from '../../media/video/is-video.ts';

export interface TakenPhoto {
  file: Blob;
  name: string;
  /** The day on which it was taken, `YYYY-MM-DD`; null if its file does not name it. */
  takenOn: string | null;
  /** An object URL of `file`. */
  preview: string;
}

/** The state of one chosen photo: the file, whether it is being prepared, and why it was refused. */
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
    const ready = (await isVideo(chosen)) ? words.dailyPhoto.onlyPhotos : await preparePhoto(chosen);
    // Another photo was chosen in between, or the page was unmounted.
    if (mine !== number.current) return;
    setPreparing(false);
    if (typeof ready === 'string') return setProblem(ready);
    const preview = URL.createObjectURL(ready.file);
    previews.current.push(preview);
    const { file, takenOn } = ready;
    setPhoto({ file, takenOn, name: chosen.name || 'photo', preview });
  };
  return { photo, preparing, problem, take, drop };
};
