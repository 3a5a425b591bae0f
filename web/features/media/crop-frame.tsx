import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { words } from '../../words/words.ts';
import { frameOf } from './crop.ts';
import type { PhotoEdit } from './photo-request.ts';

const stepPart = 0.05;

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -stepPart,
  ArrowUp: -stepPart,
  ArrowRight: stepPart,
  ArrowDown: stepPart,
  Home: -1,
  End: 1,
};

const within = (part: number): number => Math.min(1, Math.max(0, part));

interface CropFrameProps {
  edit: PhotoEdit;
  /** Width by height of the turned photo. */
  ratio: number;
  /** Called once the frame rests: each call uploads the photo again. */
  onMove: (at: number) => void;
}

/** The frame of what stays of a photo. It is moved by finger, pointer or arrow keys. */
export function CropFrame({ edit, ratio, onMove }: CropFrameProps) {
  const [at, setAt] = useState(edit.at);
  const from = useRef<{ x: number; y: number; at: number } | null>(null);
  const frame = frameOf({ width: ratio, height: 1 }, { ...edit, at });
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  const move = (event: PointerEvent<HTMLElement>) => {
    const bed = event.currentTarget.parentElement;
    if (from.current === null || !bed) return;
    const isAcross = frame.width < ratio;
    const moved = isAcross ? event.clientX - from.current.x : event.clientY - from.current.y;
    const room = isAcross
      ? bed.clientWidth * (1 - frame.width / ratio)
      : bed.clientHeight * (1 - frame.height);
    if (room > 0) setAt(within(from.current.at + moved / room));
  };
  const commit = () => {
    from.current = null;
    if (at !== edit.at) onMove(at);
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt(within(at + step));
  };
  return (
    <div
      className="crop"
      role="slider"
      tabIndex={0}
      aria-label={words.compose.photos.frame}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(at * 100)}
      style={{
        left: percent(frame.x, ratio),
        top: percent(frame.y, 1),
        width: percent(frame.width, ratio),
        height: percent(frame.height, 1),
      }}
      onKeyDown={press}
      onKeyUp={commit}
      onBlur={commit}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY, at };
      }}
      onPointerMove={move}
      onPointerUp={commit}
      onPointerCancel={commit}
    />
  );
}
