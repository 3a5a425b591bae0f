import { useQueryClient } from '@tanstack/react-query';
import { Camera, Trash2, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { FieldError } from '../../ui/form/field.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { acceptedPhotos, isPhoto } from '../media/photo-files.ts';
import { canShow, shrinkImage } from '../media/shrink-image.ts';
import { takeScreenshot } from './take-screenshot.ts';

const texts = words.bugReports.screenshot;

export interface Shot {
  file: Blob;
  /** The picture as a data URL, for the preview; null where the browser cannot show it. */
  picture: string | null;
  /** The alternative text of the screenshot. */
  about: string;
}

const readAsUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error(texts.failed.title));
    reader.readAsDataURL(file);
  });

interface Props {
  shot: Shot | null;
  error: string | undefined;
  onChange: (shot: Shot | null) => void;
}

/** The field for a screenshot of the page or a picture from a file. */
export function ScreenshotField({ shot, error, onChange }: Props) {
  const client = useQueryClient();
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [blur, setBlur] = useState(true);
  const [capturing, setCapturing] = useState(false);
  const capture = async () => {
    setCapturing(true);
    try {
      const captured = await takeScreenshot(client, { blur });
      onChange({ file: captured, picture: await readAsUrl(captured), about: texts.captured });
      toast(texts.done);
    } catch (failure) {
      console.error(failure);
      toast({ ...texts.failed, tone: 'destructive' });
    } finally {
      setCapturing(false);
    }
  };
  const choose = async (chosen: File | undefined) => {
    // Not every system knows the type of a HEIC by its name.
    if (!chosen || !(chosen.type.startsWith('image/') || (await isPhoto(chosen)))) return;
    try {
      const small = await shrinkImage(chosen);
      const picture = (await canShow(small)) ? await readAsUrl(small) : null;
      onChange({ file: small, picture, about: chosen.name });
    } catch (failure) {
      console.error(failure);
      toast({ title: words.compose.photos.changed, tone: 'destructive' });
    }
  };
  return (
    <>
      <div className="field" role="group" aria-labelledby={`${id}-l`}>
        <span className="lab" id={`${id}-l`}>
          {texts.label} <span className="optional">{words.controls.optional}</span>
        </span>
        {shot ? (
          <div className="shot">
            {shot.picture === null ? null : <img src={shot.picture} alt={texts.alt} />}
            <span className="grow small mut wrap-anywhere">{shot.about}</span>
            <IconButton icon={Trash2} label={texts.remove} onClick={() => onChange(null)} />
          </div>
        ) : null}
        <div className="row wrap mt-1">
          <Button
            kind="quiet"
            size="sm"
            icon={Camera}
            busy={capturing}
            busyText={texts.busy}
            onClick={() => void capture()}
          >
            {shot ? texts.again : texts.capture}
          </Button>
          <Button kind="ghost" size="sm" icon={Upload} onClick={() => file.current?.click()}>
            {texts.upload}
          </Button>
          <input
            ref={file}
            hidden
            type="file"
            accept={`image/*,${acceptedPhotos}`}
            aria-label={texts.upload}
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              event.currentTarget.value = '';
              void choose(chosen);
            }}
          />
        </div>
        {error ? <FieldError text={error} /> : null}
      </div>
      <Switch label={texts.blur} hint={texts.blurHint} checked={blur} onChange={setBlur} />
    </>
  );
}
