import { limits } from '../../../../contract/limits.ts';

/** Why nothing is recorded, or no more. */
export type RecordingProblem = 'denied' | 'missing' | 'busy' | 'lost' | 'hidden' | 'unable' | 'insecure';

/** The microphone cannot be had. */
export class NoRecording extends Error {
  override name = 'NoRecording';
  readonly problem: RecordingProblem;

  constructor(problem: RecordingProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Why this page cannot record at all; null if it can. Asks for nothing. */
export const whyNoRecording = (): RecordingProblem | null => {
  if (!isSecureContext) return 'insecure';
  return typeof MediaRecorder === 'undefined' || !('mediaDevices' in navigator) ? 'unable' : null;
};

/** A recording, or the part of one that there is. */
export interface Recorded {
  file: Blob;
  seconds: number;
  /** The loudness of each tenth of a second, 0 to 255. */
  levels: readonly number[];
}

interface Watching {
  /** Called ten times a second. */
  onTime: (seconds: number, levels: readonly number[]) => void;
  /** The recording so far, every few seconds. */
  onPart: (recorded: Recorded) => void;
  onPaused: (problem: RecordingProblem) => void;
  /** It is full, or the microphone is gone: `stop` returns what there is. */
  onEnd: (problem: RecordingProblem | null) => void;
}

export interface Recorder {
  pause: () => void;
  resume: () => void;
  /** Ends the recording, and releases the microphone. */
  stop: () => Promise<Recorded>;
}

const bitsPerSecond = 48_000;
/** Milliseconds between two parts, and between two looks at the loudness. */
const [partMs, tickMs] = [2_000, 100];

const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

const problemOf = (error: unknown): RecordingProblem => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
};

/** Asks for the microphone, and records. @throws NoRecording */
export const record = async ({ onTime, onPart, onPaused, onEnd }: Watching): Promise<Recorder> => {
  const why = whyNoRecording();
  if (why) throw new NoRecording(why);
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: unknown) => {
    throw new NoRecording(problemOf(error), error);
  });
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bitsPerSecond,
    ...(mimeType !== undefined && { mimeType }),
  });
  const sound = new AudioContext();
  const analyser = new AnalyserNode(sound, { fftSize: 2_048 });
  sound.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  const parts: Blob[] = [];
  const levels: number[] = [];
  let seconds = 0;
  let lastTick = 0;
  let hasStarted = false;
  const soFar = (): Recorded => ({
    file: new Blob(parts, { type: recorder.mimeType.split(';')[0] ?? '' }),
    seconds,
    levels: [...levels],
  });
  const tick = () => {
    const now = performance.now();
    if (recorder.state === 'recording' && hasStarted) {
      seconds += (now - lastTick) / 1_000;
      analyser.getByteTimeDomainData(samples);
      levels.push(Math.min(255, 2 * samples.reduce((most, one) => Math.max(most, Math.abs(one - 128)), 0)));
      onTime(seconds, levels);
    }
    lastTick = now;
    // The last part arrives a little later than the time that is asked for.
    if (seconds >= limits.voiceSeconds - 0.2 && recorder.state !== 'inactive') end(null);
  };
  const pause = () => {
    tick();
    if (recorder.state === 'recording') recorder.pause();
  };
  const hidden = () => {
    if (document.visibilityState !== 'hidden' || recorder.state !== 'recording') return;
    pause();
    onPaused('hidden');
  };
  const timer = setInterval(tick, tickMs);
  const release = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', hidden);
    for (const track of stream.getTracks()) track.stop();
    void sound.close().catch(() => undefined);
  };
  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener('stop', () => resolve());
  });
  const end = (problem: RecordingProblem | null) => {
    if (recorder.state === 'inactive') return;
    recorder.stop();
    release();
    onEnd(problem);
  };
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return;
    parts.push(data);
    onPart(soFar());
  });
  // Some devices take a moment to start.
  recorder.addEventListener('start', () => {
    lastTick = performance.now();
    hasStarted = true;
  });
  recorder.addEventListener('error', () => end('busy'));
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => end('lost'));
    // A call takes the microphone and gives it back.
    track.addEventListener('mute', () => {
      if (recorder.state !== 'recording') return;
      pause();
      onPaused('busy');
    });
  }
  document.addEventListener('visibilitychange', hidden);
  recorder.start(partMs);
  return {
    pause,
    resume: () => {
      lastTick = performance.now();
      if (recorder.state === 'paused') recorder.resume();
    },
    stop: async () => {
      tick();
      if (recorder.state !== 'inactive') recorder.stop();
      release();
      await stopped;
      return soFar();
    },
  };
};
