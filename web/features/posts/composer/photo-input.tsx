import { useQuery } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import * as site from '../../../../contract/site.ts';
import { useUser } from '../../../app/session.tsx';
import { queryFor } from '../../../data/query.ts';
import { words } from '../../../words/words.ts';
import { acceptedPhotos } from '../../media/photo-files.ts';

const texts = words.compose.photos;

interface PhotoInputProps {
  /** `zone` is the large area without photos, `button` stands beside chosen photos. */
  look: 'zone' | 'button';
  over: boolean;
  disabled: boolean;
  onFiles: (files: File[]) => void;
  input: RefObject<HTMLInputElement | null>;
}

/** Whether to offer videos. A member who may not share them learns why by choosing one. */
const useMayShareVideos = (): boolean => {
  const { accountStatus } = useUser();
  const { data: config } = useQuery(queryFor(site.config, {}));
  return config?.video === 'all' || (config?.video === 'premium' && accountStatus === 'premium');
};

/** A styled file input. */
export function PhotoInput({ look, over, disabled, onFiles, input }: PhotoInputProps) {
  const videos = useMayShareVideos();
  const chosen = useEffectEvent(onFiles);
  // The input itself listens, for as long as it exists: what is chosen in a dialog that is still open when another input
  // takes this one's place on the page must not be lost. React would hear nothing of it.
  useEffect(() => {
    const element = input.current;
    element?.addEventListener('change', () => {
      chosen([...(element.files ?? [])]);
      // Reset, so that choosing the same file again fires a change event.
      element.value = '';
    });
  }, [input]);
  const control = (
    <input
      ref={input}
      className="vh"
      type="file"
      multiple
      accept={`${acceptedPhotos},video/*`}
      disabled={disabled}
    />
  );
  if (look === 'button') {
    return (
      <label className="btn sm quiet pick-more">
        {control}
        <ImagePlus aria-hidden="true" />
        {videos ? texts.addAny : texts.add}
      </label>
    );
  }
  return (
    <label className="drop pick">
      {control}
      <ImagePlus aria-hidden="true" />
      <b className="b">{over ? texts.dropHere : videos ? texts.chooseAny : texts.choose}</b>
      <span className="small mut">{texts.hint({ most: limits.photosPerPost })}</span>
      {videos ? (
        <span className="small mut">{texts.hintVideos({ videos: limits.videosPerPost })}</span>
      ) : null}
      <span className="small mut desk">{texts.drop}</span>
    </label>
  );
}

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
