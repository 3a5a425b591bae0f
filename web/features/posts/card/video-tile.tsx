import { Maximize2, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { buttonClass } from '../../../ui/form/button.tsx';
import { words } from '../../../words/words.ts';
import { shortTime } from '../../../../contract/text/short-time.ts';
import { type DatedPhoto, downloadOf } from './dated-photo.ts';
import { playAlone } from '../../media/play-alone.ts';
import { canPlay } from './play-video.ts';
import './video.css';

const texts = words.videoPlayer;

/** In pixels: a card is at most 596 wide, on screens with two pixels for each of them. */
const posterWidth = 1_080;

interface VideoTileProps {
  photo: DatedPhoto;
  /** Its description, or which one it is and whose. */
  alt: string;
  /** Opens the viewer. */
  onView: () => void;
  /** The poster, as a button with this action and name. */
  poster: (onOpen: () => void, label: string) => ReactNode;
}

/** A video of a moment: its poster, and after a tap the video in place of it. */
export function VideoTile({ photo, alt, onView, poster }: VideoTileProps) {
  const [state, setState] = useState<'poster' | 'playing' | 'unplayable'>('poster');
  const { video } = photo;
  if (!video) return null;
  const fail = () => setState('unplayable');
  const play = () => (canPlay(video) ? setState('playing') : fail());
  const length = shortTime(video.seconds);
  const download = downloadOf(photo);
  if (state === 'playing') {
    return (
      // The author's description stands in for captions.
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- videos of members have none
      <video
        // The button that was pressed is gone.
        ref={(element) => element?.focus({ preventScroll: true })}
        src={video.url}
        poster={photo.variants.find(({ width }) => width >= posterWidth)?.url ?? photo.url}
        aria-label={alt}
        controls
        autoPlay
        playsInline
        preload="none"
        onPlay={({ currentTarget }) => playAlone(currentTarget)}
        onError={fail}
      />
    );
  }
  return (
    <span className="video-frame">
      {poster(play, texts.play({ length, alt }))}
      {state === 'unplayable' ? (
        <span className="unplayable" role="alert">
          {texts.unplayable}
          <a className={buttonClass({ size: 'sm' })} href={download.href} download={download.name}>
            {texts.download}
          </a>
        </span>
      ) : (
        <>
          <span className="play" aria-hidden="true">
            <Play />
            <span>{length}</span>
          </span>
          <button type="button" className="expand" aria-label={texts.expand({ alt })} onClick={onView}>
            <Maximize2 aria-hidden="true" />
          </button>
        </>
      )}
    </span>
  );
}
