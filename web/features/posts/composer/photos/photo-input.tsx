import { useQuery } from '@tanstack/react-query';
import { Camera, ImagePlus, Mic, Video } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import * as site from '../../../../../contract/site.ts';
import { queryFor } from '../../../../data/query.ts';
import { words } from '../../../../words/words.ts';
import { acceptedPhotos } from '../../../media/photo-files.ts';

const texts = words.compose.photos;

const kinds = {
  photos: { Icon: ImagePlus, text: texts.photos, accept: acceptedPhotos },
  camera: { Icon: Camera, text: texts.camera, accept: 'image/*', capture: 'environment' },
  video: { Icon: Video, text: texts.video, accept: 'video/*' },
} as const;

/** The id of the field that chooses photos, for what leads there besides its label. */
export const photosInput = 'photos-of-moment';

interface PhotoInputsProps {
  /** With icon and word in one line. */
  slim: boolean;
  disabled: boolean;
  onFiles: (files: File[]) => void;
  /** Records a voice; not given where the moment has one. */
  onVoice?: (() => void) | undefined;
}

/** Where photos and videos are chosen or taken. The same elements with and without photos: a dialog may still be open. */
export function PhotoInputs({ slim, disabled, onFiles, onVoice }: PhotoInputsProps) {
  // A member who may not share videos learns why by choosing one.
  const { data: config } = useQuery(queryFor(site.config, {}));
  const hasVideos = config !== undefined && config.video !== 'off';
  return (
    <div className={slim ? 'adds slim' : 'adds'}>
      {(['photos', 'camera', 'video'] as const).map((kind) => {
        const { Icon, text, ...input } = kinds[kind];
        if (kind === 'video' && !hasVideos) return null;
        return (
          <label key={kind}>
            <input
              {...input}
              id={kind === 'photos' ? photosInput : undefined}
              className="vh"
              type="file"
              multiple={kind !== 'camera'}
              disabled={disabled}
              onChange={({ currentTarget }) => {
                onFiles([...(currentTarget.files ?? [])]);
                // Reset, so that choosing the same file again fires a change event.
                currentTarget.value = '';
              }}
            />
            <Icon aria-hidden="true" />
            {text}
          </label>
        );
      })}
      {onVoice ? (
        <button type="button" onClick={onVoice}>
          <Mic aria-hidden="true" />
          {words.voiceRecorder.tile}
        </button>
      ) : null}
    </div>
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
