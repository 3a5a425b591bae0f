import type { EventKind } from '../contract/events.ts';
import { eventKinds, type LiveEvent } from './live-map.ts';

/** What one tab tells the others. `missed`: events may have been lost, so everything shown has to be asked for anew. */
type Message =
  | ({ type: 'event' } & LiveEvent)
  | { type: 'state'; up: boolean; missed: boolean }
  | { type: 'ask' };

export interface StreamListener {
  onEvent: (event: LiveEvent) => void;
  onState: (up: boolean, missed: boolean) => void;
}

const firstWait = 2_000;
const longestWait = 60_000;

const readData = (kind: EventKind, text: string): LiveEvent | null => {
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data !== 'object' || data === null || !('id' in data) || typeof data.id !== 'string')
      return null;
    return { kind, id: data.id };
  } catch {
    return null;
  }
};

/** Holds one event stream open until the signal, opening it again with growing pauses when it was refused. */
const holdStream = (listener: StreamListener, signal: AbortSignal, missedBefore: boolean): void => {
  let missed = missedBefore;
  let wait = firstWait;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    const stream = new EventSource('/api/events', { withCredentials: true });
    source = stream;
    stream.onopen = () => {
      wait = firstWait;
      listener.onState(true, missed);
      missed = true;
    };
    stream.onerror = () => {
      listener.onState(false, false);
      if (stream.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, longestWait);
    };
    for (const kind of eventKinds) {
      stream.addEventListener(kind, (message: MessageEvent<string>) => {
        const event = readData(kind, message.data);
        if (event) listener.onEvent(event);
      });
    }
  };
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    source?.close();
  });
  open();
};

/**
 * Listens to the events of this browser. Its tabs share one stream, because a server speaks to one browser over six
 * connections only: whichever tab holds the lock keeps the stream and passes on what it hears. Without locks (plain
 * http on another host) each tab has its own.
 */
export const listen = (listener: StreamListener): (() => void) => {
  const stop = new AbortController();
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
    holdStream(listener, stop.signal, false);
    return () => stop.abort();
  }
  const channel = new BroadcastChannel('circle-live');
  const say = (message: Message) => channel.postMessage(message);
  let leads = false;
  let up = false;
  let waited = false;
  const tell: StreamListener = {
    onEvent: (event) => {
      say({ type: 'event', ...event });
      listener.onEvent(event);
    },
    onState: (next, missed) => {
      up = next;
      say({ type: 'state', up, missed });
      listener.onState(up, missed);
    },
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'ask') {
      if (leads) say({ type: 'state', up, missed: false });
      return;
    }
    waited = true;
    if (data.type === 'event') listener.onEvent({ kind: data.kind, id: data.id });
    else listener.onState(data.up, data.missed);
  };
  const hold = () =>
    new Promise<void>((resolve) => {
      leads = true;
      // Whoever followed another tab may have missed what happened between the two streams.
      holdStream(tell, stop.signal, waited);
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
