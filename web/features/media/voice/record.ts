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

/**
 * Asks for the microphone, and records, unless `signal` was aborted while the browser asked.
 * @throws NoRecording; the microphone is free then
 */
export const record = async (watching: Watching, signal: AbortSignal): Promise<Recorder> => {
  const why = whyNoRecording();
  if (why) throw new NoRecording(why);
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: unknown) => {
    throw new NoRecording(problemOf(error), error);
  });
  const over = new AbortController();
  over.signal.addEventListener('abort', () => {
    for (const track of stream.getTracks()) track.stop();
  });
  try {
    signal.throwIfAborted();
    return start(stream, watching, over);
  } catch (error) {
    over.abort();
    throw new NoRecording('busy', error);
  }
};

/** Measures how loud it is. */
const listenTo = (stream: MediaStream, over: AbortSignal) => {
  const sound = new AudioContext();
  over.addEventListener('abort', () => void sound.close().catch(() => undefined));
  const analyser = new AnalyserNode(sound, { fftSize: 2_048 });
  sound.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  return {
    level: (): number => {
      analyser.getByteTimeDomainData(samples);
      return Math.min(255, 2 * samples.reduce((most, one) => Math.max(most, Math.abs(one - 128)), 0));
    },
    /** Some browsers begin silent, or fall silent when the page is hidden. */
    wake: () => void sound.resume().catch(() => undefined),
  };
};

/** Records until `over`, which releases the microphone. */
const start = (
  stream: MediaStream,
  { onTime, onPart, onPaused, onEnd }: Watching,
  over: AbortController,
): Recorder => {
  const { signal } = over;
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bitsPerSecond,
    ...(mimeType !== undefined && { mimeType }),
  });
  const loudness = listenTo(stream, signal);
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
      levels.push(loudness.level());
      onTime(seconds, levels);
    }
    lastTick = now;
    // The last part arrives a little later than the time that is asked for.
    if (seconds >= limits.voiceSeconds - 0.2) end(null);
  };
  const pause = () => {
    tick();
    if (recorder.state !== 'recording') return;
    recorder.pause();
    // The browser may end a hidden page, and what it holds.
    recorder.requestData();
  };
  const stopAll = () => {
    if (recorder.state !== 'inactive') recorder.stop();
    over.abort();
  };
  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener('stop', () => resolve());
  });
  const end = (problem: RecordingProblem | null) => {
    if (signal.aborted) return;
    stopAll();
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
  // A recorder whose microphone is gone may stop before the microphone says so.
  recorder.addEventListener('stop', () => end('lost'));
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => end('lost'));
    // A call takes the microphone and gives it back.
    track.addEventListener('mute', () => {
      if (recorder.state !== 'recording') return;
      pause();
      onPaused('busy');
    });
  }
  const hidden = () => {
    if (document.visibilityState !== 'hidden' || recorder.state !== 'recording') return;
    pause();
    onPaused('hidden');
  };
  document.addEventListener('visibilitychange', hidden, { signal });
  recorder.start(partMs);
  loudness.wake();
  const timer = setInterval(tick, tickMs);
  signal.addEventListener('abort', () => clearInterval(timer));
  return {
    pause,
    resume: () => {
      loudness.wake();
      lastTick = performance.now();
      if (recorder.state === 'paused') recorder.resume();
    },
    stop: async () => {
      tick();
      stopAll();
      await stopped;
      return soFar();
    },
  };
};
