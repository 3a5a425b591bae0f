// Separate from daily-photo.tsx: loads when the pointer comes near the preview.
import { ImagePlus, X } from 'lucide-react';
import * as Dialog from '@radix-ui/react-dialog';
import { useState } from 'react';
import { BugButton } from '../../../app/bug-button.tsx';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import { Spinner } from '../../../ui/feedback/loading.tsx';
import { useCloseOnBack } from '../../../ui/overlay/close-on-back.ts';
import { words } from '../../../words/words.ts';
import { PhotoPreview } from '../../media/photo-preview.tsx';
import type { TakenPhoto } from './taken-photo.ts';

const texts = words.dailyPhoto;

interface DailyViewProps {
  photo: Pick<TakenPhoto, 'preview' | 'name'> | null;
  preparing: boolean;
  /** Why the last choice was refused. */
  problem: string | undefined;
  onChoose: () => void;
  onUse: () => void;
  onClose: () => void;
}

/** Full-screen preview of the photo on a dark background, before it is used. */
export default function DailyView({ photo, preparing, problem, onChoose, onUse, onClose }: DailyViewProps) {
  const [opener] = useState(() => document.activeElement);
  useCloseOnBack(true, onClose);
  return (
    <Dialog.Root open onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Content
          className="dview"
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // If the element that opened it is gone, focus the form's first control.
            const next =
              opener?.isConnected === true
                ? opener
                : document.querySelector('#main form input, #main form button');
            if (next instanceof HTMLElement) next.focus();
          }}
        >
          <div className="dview-h">
            <Dialog.Close asChild>
              <IconButton icon={X} label={words.ui.close} />
            </Dialog.Close>
            <Dialog.Title>{texts.title}</Dialog.Title>
            <BugButton />
          </div>
          <div className="dview-p">
            {photo && !preparing ? (
              <PhotoPreview src={photo.preview} alt={texts.photo} name={photo.name} />
            ) : null}
            {preparing ? <Spinner words={texts.preparing} /> : null}
            {problem === undefined ? null : (
              <p className="dview-w" role="alert">
                {problem}
              </p>
            )}
          </div>
          <div className="dview-f">
            {photo ? (
              <>
                <Button kind="quiet" size="lg" onClick={onChoose}>
                  {texts.different}
                </Button>
                <Button size="lg" disabled={preparing} onClick={onUse}>
                  {texts.use}
                </Button>
              </>
            ) : (
              <Button size="lg" icon={ImagePlus} disabled={preparing} onClick={onChoose}>
                {texts.choose}
              </Button>
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
