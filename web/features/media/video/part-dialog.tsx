import { Pause, Play } from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/overlay/dialog.tsx';
import { words } from '../../../words/words.ts';
import { movedPart } from './plan.ts';
import './part-dialog.css';
import type { Part } from './plan.ts';
import { shortTime } from '../../../../contract/text/short-time.ts';

const texts = words.composeVideo.part;

interface PartDialogProps {
  file: Blob;
  /** The length of the whole video. */
  seconds: number;
  onClose: () => void;
  onChoose: (part: Part) => void;
}

/** Asks which part of a long video is shared: two handles and a preview. */
export function PartDialog({ file, seconds, onClose, onChoose }: PartDialogProps) {
  const [part, setPart] = useState<Part>({ start: 0, end: Math.min(seconds, limits.videoSeconds) });
  const [shown, setShown] = useState(0);
  const move = (handle: keyof Part, to: number) => {
    const next = movedPart(part, handle, to, seconds);
    setPart(next);
    setShown(next[handle]);
  };
  const [from, to] = [shortTime(part.start), shortTime(part.end)];
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={texts.text({ length: shortTime(seconds) })}
      width="34rem"
    >
      <DialogBody>
        <div className="stack g16">
          <PartPreview file={file} part={part} shown={shown} />
          <div
            className="part"
            style={{ '--from': part.start / seconds, '--to': part.end / seconds } satisfies CSSProperties}
          >
            <Handle
              label={texts.start}
              value={part.start}
              seconds={seconds}
              onMove={(next) => move('start', next)}
            />
            <Handle
              label={texts.end}
              value={part.end}
              seconds={seconds}
              onMove={(next) => move('end', next)}
            />
          </div>
          <p className="small b">{texts.chosen({ length: shortTime(part.end - part.start), from, to })}</p>
        </div>
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        <Button onClick={() => onChoose(part)}>{texts.use}</Button>
      </DialogFooter>
    </Dialog>
  );
}

interface HandleProps {
  label: string;
  value: number;
  seconds: number;
  onMove: (to: number) => void;
}

const spoken = (seconds: number): string => {
  const whole = Math.round(seconds);
  return texts.time({ minutes: Math.floor(whole / 60), seconds: whole % 60 });
};

/** One end of the part: a slider that moves by seconds with the arrow keys. */
function Handle({ label, value, seconds, onMove }: HandleProps) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={spoken(value)}
      min={0}
      max={seconds}
      step="any"
      value={value}
      onKeyDown={(event) => {
        const steps: Readonly<Record<string, number>> = {
          ArrowLeft: value - 1,
          ArrowDown: value - 1,
          ArrowRight: value + 1,
          ArrowUp: value + 1,
          PageDown: value - 10,
          PageUp: value + 10,
          Home: 0,
          End: seconds,
        };
        const to = steps[event.key];
        if (to === undefined) return;
        event.preventDefault();
        onMove(to);
      }}
      onChange={(event) => onMove(event.currentTarget.valueAsNumber)}
    />
  );
}

/** Plays the part, and shows the picture at the handle that was moved last. */
function PartPreview({ file, part, shown }: { file: Blob; part: Part; shown: number }) {
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    if (video.current) video.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);
  useEffect(() => {
    if (!video.current) return;
    video.current.pause();
    video.current.currentTime = shown;
  }, [shown]);
  const toggle = () => {
    const element = video.current;
    if (!element) return;
    if (playing) return element.pause();
    if (element.currentTime < part.start || element.currentTime >= part.end - 0.1)
      element.currentTime = part.start;
    element.play().catch(() => setFailed(true));
  };
  if (failed) return <p className="small mut">{texts.noPreview}</p>;
  return (
    <div className="part-preview">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the member's own file, which has no captions */}
      <video
        ref={video}
        aria-label={texts.preview}
        playsInline
        preload="auto"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setFailed(true)}
        onTimeUpdate={({ currentTarget }) => {
          if (currentTarget.currentTime >= part.end) currentTarget.pause();
        }}
      />
      <Button kind="quiet" size="sm" icon={playing ? Pause : Play} onClick={toggle}>
        {playing ? texts.pause : texts.play}
      </Button>
    </div>
  );
}
