// Loads with the first voice.
import { Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Voice } from '../../../../contract/shapes.ts';
import { shortTime } from '../../../../contract/text/short-time.ts';
import { buttonClass } from '../../../ui/form/button.tsx';
import { words } from '../../../words/words.ts';
import { playAlone } from '../play-alone.ts';
import './voice.css';
import { Wave } from './wave.tsx';

const texts = words.voicePlayer;

/** The other speed at which a voice can be heard. */
const fast = 1.5;

/** A voice, or a recording that is not shared yet. */
export interface PlayedVoice extends Pick<Voice, 'url' | 'seconds' | 'wave' | 'words'> {
  /** Null for a recording of this browser, which can play it. */
  type: string | null;
}

interface VoicePlayerProps {
  voice: PlayedVoice;
  /** The name of the member who speaks. */
  name: string;
  /** Its name for screen readers. Default: whose voice, and how long. */
  label?: string;
}

/** Whether this device may be able to play the type. An error while playing tells for sure. */
const canPlay = (type: string | null): boolean =>
  type === null || document.createElement('audio').canPlayType(type) !== '';

/** Plays a voice in place, after a press. */
export default function VoicePlayer({ voice, name, label }: VoicePlayerProps) {
  const { url, seconds, wave, type, words: said } = voice;
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [isFast, setFast] = useState(false);
  const [problem, setProblem] = useState<'broken' | 'unplayable' | null>(() =>
    canPlay(type) ? null : 'unplayable',
  );
  const length = shortTime(seconds);
  const title = label ?? texts.name({ name, length });
  const toggle = () => {
    const { current } = audio;
    if (!current) return;
    if (isPlaying) return current.pause();
    // An element that failed plays nothing until it loads again.
    if (problem === 'broken') current.load();
    setProblem(null);
    // Another press of the button may stop it before it starts.
    current.play().catch(() => undefined);
  };
  const seek = (to: number) => {
    setAt(to);
    if (audio.current) audio.current.currentTime = to;
  };
  const started = (element: HTMLAudioElement) => {
    setPlaying(true);
    playAlone(element);
    if ('mediaSession' in navigator)
      navigator.mediaSession.metadata = new MediaMetadata({ title, artist: words.product });
  };
  return (
    <div className="voice" role="group" aria-label={title}>
      <div className="voice-row">
        <button
          type="button"
          className="voice-play"
          disabled={problem === 'unplayable'}
          aria-label={isPlaying ? texts.pause({ name }) : texts.play({ name, length })}
          onClick={toggle}
        >
          {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </button>
        <span className="wave" style={{ '--part': at / Math.max(seconds, 0.1) }}>
          <Wave wave={wave} />
          <span className="heard">
            <Wave wave={wave} />
          </span>
          <input
            type="range"
            min={0}
            max={Math.max(1, Math.ceil(seconds))}
            step={1}
            value={Math.min(at, seconds)}
            disabled={problem === 'unplayable'}
            aria-label={texts.position}
            aria-valuetext={texts.at({ at: shortTime(at), length })}
            onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
          />
        </span>
        <span className="num cap mut" aria-hidden="true">
          {at > 0 ? shortTime(at) : length}
        </span>
        <button
          type="button"
          className="voice-speed num"
          aria-pressed={isFast}
          onClick={() => {
            setFast(!isFast);
            if (audio.current) audio.current.playbackRate = isFast ? 1 : fast;
          }}
        >
          {words.number(fast)}× <span className="vh">{texts.faster}</span>
        </button>
      </div>
      {problem === null ? null : (
        <p className="cap row wrap g8" role="alert">
          {texts[problem]}
          <a className={buttonClass({ size: 'sm', kind: 'quiet' })} href={url} download>
            {words.videoPlayer.download}
          </a>
        </p>
      )}
      {said === null || said === '' ? null : <p className="people said">{said}</p>}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the words stand beside it */}
      <audio
        ref={audio}
        src={url}
        preload="none"
        onPlay={({ currentTarget }) => {
          currentTarget.playbackRate = isFast ? fast : 1;
          started(currentTarget);
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => seek(0)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onError={() => {
          setPlaying(false);
          setProblem('broken');
        }}
      />
    </div>
  );
}
