import { eventKinds, type LiveEvent } from './stale-keys.ts';

/** Messages between tabs. `quietMs` is the time since the last change; null while the stream is down. */
type Message = ({ type: 'event' } & LiveEvent) | { type: 'state'; quietMs: number | null } | { type: 'ask' };

interface Source {
  onEvent: (event: LiveEvent) => void;
  onState: (quietMs: number | null) => void;
}

export interface StreamListener {
  onEvent: (event: LiveEvent) => void;
  /** `missed`: events may have been lost, so everything that is shown has to be refetched. */
  onState: (up: boolean, missed: boolean) => void;
}

/** The time on two clocks: the monotonic one stops while some machines sleep, the wall clock may be set back. */
const readClocks = () => ({ wall: Date.now(), monotonic: performance.now() });
const msSince = ({ wall, monotonic }: ReturnType<typeof readClocks>): number =>
  Math.max(Date.now() - wall, performance.now() - monotonic);

const firstWaitMs = 2_000;
const maxWaitMs = 60_000;

const readField = (text: string, name: string): unknown => {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? Reflect.get(data, name) : null;
  } catch {
    return null;
  }
};

/** Keeps one event stream open until the signal aborts, and reconnects with growing pauses after a refusal. */
const keepStreamOpen = (listener: Source, signal: AbortSignal): void => {
  let wait = firstWaitMs;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    const stream = new EventSource('/api/events', { withCredentials: true });
    source = stream;
    stream.addEventListener('hello', ({ data }: MessageEvent<string>) => {
      wait = firstWaitMs;
      listener.onState(Number(readField(data, 'quietMs') ?? 0));
    });
    stream.onerror = () => {
      listener.onState(null);
      if (stream.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, maxWaitMs);
    };
    for (const kind of eventKinds) {
      stream.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        const id = readField(data, 'id');
        if (typeof id === 'string') listener.onEvent({ kind, id });
      });
    }
  };
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    source?.close();
  });
  open();
};

/** Passes the stream's events to a tab, and whether the tab may have missed some. */
const followed = ({ onEvent, onState }: StreamListener): Source => {
  // Until the first event, the start of the page counts: an answer on the page may be that old.
  let current = { wall: performance.timeOrigin, monotonic: 0 };
  return {
    onEvent: (event) => {
      current = readClocks();
      onEvent(event);
    },
    onState: (quietMs) => {
      if (quietMs === null) return onState(false, false);
      const missed = quietMs < msSince(current);
      // If no event was missed, keep the mark: the stream may have died without a sign.
      if (missed) current = readClocks();
      onState(true, missed);
    },
  };
};

/**
 * Listens to the events of this browser. Its tabs share one stream, because a browser opens only six connections to a
 * server: the tab that has the lock opens the stream and passes events on. Without locks (plain http on another host)
 * each tab has its own stream.
 */
export const listenToEvents = (listener: StreamListener): (() => void) => {
  const stop = new AbortController();
  const here = followed(listener);
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
    keepStreamOpen(here, stop.signal);
    return () => stop.abort();
  }
  const channel = new BroadcastChannel('circle-live');
  const say = (message: Message) => channel.postMessage(message);
  let leads = false;
  /** The time (`performance.now()`) since which nothing has changed; null while the stream is down. */
  let quietSince: number | null = null;
  const everywhere: Source = {
    onEvent: (event) => {
      quietSince = performance.now();
      say({ type: 'event', ...event });
      here.onEvent(event);
    },
    onState: (quietMs) => {
      quietSince = quietMs === null ? null : performance.now() - quietMs;
      say({ type: 'state', quietMs });
      here.onState(quietMs);
    },
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'event') here.onEvent({ kind: data.kind, id: data.id });
    else if (data.type === 'state') here.onState(data.quietMs);
    else if (leads)
      say({ type: 'state', quietMs: quietSince === null ? null : performance.now() - quietSince });
  };
  const hold = () =>
    new Promise<void>((resolve) => {
      leads = true;
      keepStreamOpen(everywhere, stop.signal);
      stop.signal.addEventListener('abort', () => resolve());
    });
  navigator.locks.request('circle-live', { signal: stop.signal }, hold).catch((error: unknown) => {
    if (!stop.signal.aborted) console.error(error);
  });
  say({ type: 'ask' });
  return () => {
    stop.abort();
    channel.close();
  };
};
