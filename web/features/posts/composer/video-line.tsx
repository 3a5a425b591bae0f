// Loads with the first video of a draft.
import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { words } from '../../../words/words.ts';
import type { ChosenPhoto } from './draft.ts';
import { retryUpload, stopUpload } from './photo-uploads.ts';
import { type Upload, useUpload } from './upload-states.ts';
import { choosePart, makeSmaller, sourceOf, startVideo } from './video-uploads.ts';

const texts = words.composeVideo;

const PartDialog = lazyComponent(async () => ({
  default: (await import('../../media/video/part-dialog.tsx')).PartDialog,
}));

interface VideoLineProps {
  photo: ChosenPhoto;
  /** The position in the moment, counted from 1. */
  at: number;
}

/** A line below a video: its progress or its problem, and the buttons to go on. */
export function VideoLine(props: VideoLineProps) {
  return (
    <>
      {/* In the page before its text changes, or screen readers skip it. */}
      <p className="vh" role="status">
        {props.photo.uploaded ? texts.isReady({ at: props.at }) : ''}
      </p>
      <StateLine {...props} />
    </>
  );
}

function StateLine({ photo, at }: VideoLineProps) {
  const client = useQueryClient();
  const now: Upload = useUpload(photo.key) ?? { state: 'waiting' };
  if (photo.uploaded) {
    return (
      <p className="upload cap mut">
        <Check aria-hidden="true" />
        {texts.ready}
      </p>
    );
  }
  const cancel = (
    <Button kind="ghost" size="sm" aria-label={texts.stop({ at })} onClick={() => stopUpload(photo.key)}>
      {words.ui.cancel}
    </Button>
  );
  switch (now.state) {
    case 'waiting':
      return <Line text={texts.waiting}>{cancel}</Line>;
    case 'reading':
      return <Line text={texts.reading}>{cancel}</Line>;
    case 'elsewhere':
      return <Line text={texts.elsewhere} />;
    case 'choosing':
      return <ChooseLine photo={photo} seconds={now.seconds} />;
    case 'lost':
      return (
        <Line text={texts.lost} tone="bad">
          <label className="btn sm quiet pick-more">
            <input
              className="vh"
              type="file"
              accept="video/*"
              aria-label={texts.chooseAgain({ at })}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) startVideo(client, photo.key, file);
              }}
            />
            {texts.chooseAgainShort}
          </label>
        </Line>
      );
    case 'stopped':
    case 'failed': {
      const failed = now.state === 'failed';
      return (
        <Line text={failed ? now.words : texts.stopped} tone={failed ? 'bad' : 'plain'}>
          {!failed || now.again ? (
            <Button
              kind="quiet"
              size="sm"
              aria-label={texts.again({ at })}
              onClick={() => retryUpload(client, photo.key)}
            >
              {words.ui.tryAgain}
            </Button>
          ) : null}
        </Line>
      );
    }
    case 'preparing': {
      const { progress, minutes, smaller } = now;
      return (
        <div className="upload">
          <Bar
            label={texts.prepare({ at })}
            progress={progress}
            text={texts.preparing({ percent: Math.floor(progress * 100) })}
          />
          {cancel}
          {minutes === null ? null : (
            <div className="row wrap g8 w-full">
              <p className="cap">{texts.minutes({ minutes })}</p>
              {smaller ? (
                <p className="cap mut">{texts.isSmaller}</p>
              ) : (
                <Button kind="quiet" size="sm" onClick={() => makeSmaller(client, photo.key)}>
                  {texts.smaller}
                </Button>
              )}
            </div>
          )}
        </div>
      );
    }
    case 'sending': {
      const text =
        now.progress < 1 ? texts.uploading({ percent: Math.floor(now.progress * 100) }) : texts.finishing;
      return (
        <div className="upload">
          <Bar label={texts.upload({ at })} progress={now.progress} text={text} />
          {cancel}
        </div>
      );
    }
  }
}

function Bar({ label, progress, text }: { label: string; progress: number; text: string }) {
  return (
    <div className="grow stack g4 min-w-36">
      <Progress label={label} value={progress * 100} />
      <span className="cap mut" aria-hidden="true">
        {text}
      </span>
    </div>
  );
}

interface LineProps {
  text: string;
  tone?: 'plain' | 'bad';
  children?: ReactNode;
}

function Line({ text, tone = 'plain', children }: LineProps) {
  return (
    <div className={tone === 'bad' ? 'upload bad' : 'upload'}>
      <p className="cap" role={tone === 'bad' ? 'alert' : undefined}>
        {text}
      </p>
      {children}
    </div>
  );
}

/** The dialog opens immediately, and again by the button. */
function ChooseLine({ photo, seconds }: { photo: ChosenPhoto; seconds: number }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(true);
  const file = sourceOf(photo.key);
  return (
    <Line text={texts.tooLong}>
      <Button kind="quiet" size="sm" onClick={() => setOpen(true)}>
        {texts.choosePart}
      </Button>
      {open && file ? (
        <PartDialog
          file={file}
          seconds={seconds}
          onClose={() => setOpen(false)}
          onChoose={(part) => choosePart(client, photo.key, part)}
        />
      ) : null}
    </Line>
  );
}
