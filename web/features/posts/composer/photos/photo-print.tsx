import { Image, ImageOff, TextAlignStart, TriangleAlert, Video } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { shortTime } from '../../../../../contract/text/short-time.ts';
import type { Item } from '../../../../outbox/item.ts';
import { besides } from '../../../../outbox/stored-items.ts';
import { useFile, useFileUrl, useLost, usePart } from '../../../../outbox/use-outbox.ts';
import { words } from '../../../../words/words.ts';
import { useEditedUrl } from '../../../media/edited-url.ts';
import { editOf, isEdited, type PhotoEdit, uploadedOf } from '../../../media/photo-request.ts';
import { nameOf } from '../../../media/photo-sender.ts';
import { altOf } from '../draft-photos.ts';
import { useStep } from '../video-progress.ts';

const texts = words.compose.photos;

const secondsOf = ({ input }: Item): number | null => {
  const seconds: unknown = Reflect.get(Object(input), 'seconds');
  return typeof seconds === 'number' ? seconds : null;
};

interface PictureProps {
  photo: Item;
  alt: string;
  /** As this edit makes it. */
  edit?: PhotoEdit;
  onShown?: (picture: HTMLImageElement) => void;
}

/** A chosen photo, or the poster of a video; its name where this browser cannot show it. */
export function Picture({ photo, alt, edit = editOf(photo), onShown }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const isFilm = photo.kind === 'video';
  const poster = secondsOf(photo) === null ? undefined : besides(photo, 'poster');
  const own = useFileUrl(isFilm ? poster : photo);
  const edited = useEditedUrl(useFile(isEdited(edit) ? photo : undefined), photo.id, edit);
  const url = (isEdited(edit) ? edited : own) ?? '';
  const uploaded = uploadedOf(photo.result);
  // A browser that cannot show a HEIC shows its name, and then what the server has made of it.
  const src = (url === '' || failed === url) && uploaded ? uploaded.url : url;
  const Icon = isFilm ? Video : uploaded ? ImageOff : Image;
  if (src !== '' && failed !== src) {
    return (
      <img
        key={src}
        src={src}
        alt={alt}
        draggable={false}
        onLoad={({ currentTarget }) => onShown?.(currentTarget)}
        onError={() => setFailed(src)}
      />
    );
  }
  return (
    <span className="gone">
      {alt === '' ? null : <span className="vh">{alt}</span>}
      <Icon aria-hidden="true" />
      <span>{isFilm || !uploaded ? nameOf(photo) : words.ui.photoUnavailable}</span>
    </span>
  );
}

interface PhotoPrintProps {
  photo: Item;
  /** The position of the photo, counted from 1. */
  at: number;
  total: number;
  disabled: boolean;
  onOpen: () => void;
}

/** A print of the strip, which opens the photo's sheet: its number, whether it is described, and how far its upload is. */
export function PhotoPrint({ photo, at, total, disabled, onOpen }: PhotoPrintProps) {
  const alt = altOf(photo);
  const seconds = secondsOf(photo);
  const video = photo.kind === 'video';
  const isRefused = photo.state === 'refused';
  return (
    <button
      type="button"
      className={isRefused ? 'bad' : undefined}
      aria-haspopup="dialog"
      disabled={disabled}
      onClick={onOpen}
    >
      <Picture photo={photo} alt={texts.of({ at, total, video, alt: alt === '' ? null : alt })} />
      <Mark>
        {isRefused ? <TriangleAlert aria-hidden="true" /> : null}
        {alt === '' ? null : <TextAlignStart aria-hidden="true" />}
        {seconds === null ? null : (
          <>
            <Video aria-hidden="true" /> {shortTime(seconds)} ·
          </>
        )}
        {at}
      </Mark>
      <Upload photo={photo} />
    </button>
  );
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <span className="no" aria-hidden="true">
      {children}
    </span>
  );
}

/** A ring around the print that closes with the upload, and its state in words. */
function Upload({ photo }: { photo: Item }) {
  const { id, kind, state, problem } = photo;
  const part = usePart([photo]);
  const step = useStep(id);
  const isLost = useLost();
  if (state === 'arrived') return <span className="vh">{texts.ready}</span>;
  if (kind === 'video') {
    // Its line says more.
    if (state === 'refused' || state === 'paused' || isLost || !step || step.step === 'reading') return null;
    return <Part part={step.step === 'preparing' ? step.progress : part} />;
  }
  if (state === 'refused') return <span className="vh">{problem?.text}</span>;
  if (state === 'paused') return <span className="vh">{texts.stopped}</span>;
  if (isLost) return <span className="vh">{texts.waits}</span>;
  return (
    <>
      <Part part={part} />
      <span className="vh">
        {part < 1 ? texts.uploading({ percent: Math.floor(part * 100) }) : words.controls.finishing}
      </span>
    </>
  );
}

function Part({ part }: { part: number }) {
  return (
    <svg className="part" aria-hidden="true">
      <rect width="100%" height="100%" pathLength="1" strokeDasharray={`${Math.max(part, 0.02)} 1`} />
    </svg>
  );
}
