/** @throws Error if the page lacks the element */
const found = <T extends HTMLElement>(id: string, type: new () => T): T => {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`The page has no #${id}`);
};

export const element = (id: string): HTMLElement => found(id, HTMLElement);
export const picture = (id: string): HTMLImageElement => found(id, HTMLImageElement);

export const show = (id: string, isShown: boolean): void => {
  element(id).hidden = !isShown;
};

/** Milliseconds since the mark; the larger of two clocks, because one can be set back and the other stops in sleep. */
export const createStopwatch = () => {
  let [date, ticks] = [Date.now(), performance.now()];
  return {
    restart: (): void => {
      [date, ticks] = [Date.now(), performance.now()];
    },
    elapsedMs: (): number => Math.max(Date.now() - date, performance.now() - ticks),
  };
};

// Requests of the frame's page. Tablets of ten years ago have no `fetch`.

interface Asked {
  method?: 'GET' | 'POST';
  timeoutMs: number;
  /** Called once, with status 0 if no answer came. */
  done: (status: number, body: unknown) => void;
}

const send = (path: string, type: XMLHttpRequestResponseType, asked: Asked): void => {
  const request = new XMLHttpRequest();
  request.open(asked.method ?? 'GET', path);
  request.responseType = type;
  request.timeout = asked.timeoutMs;
  let isDone = false;
  const end = (status: number, body: unknown): void => {
    if (isDone) return;
    isDone = true;
    asked.done(status, body);
  };
  request.addEventListener('load', () => end(request.status, request.response));
  request.addEventListener('loadend', () => end(0, null));
  request.send();
};

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
};

export const askJson = (path: string, asked: Asked): void =>
  send(path, 'text', { ...asked, done: (status, body) => asked.done(status, parsed(body)) });

export const askBytes = (
  path: string,
  { timeoutMs, done }: { timeoutMs: number; done: (status: number, bytes: ArrayBuffer | null) => void },
): void =>
  send(path, 'arraybuffer', {
    timeoutMs,
    done: (status, body) => done(status, body instanceof ArrayBuffer ? body : null),
  });

/** A field of an answer; undefined if there is none. */
export const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;

/** The texts of a list in an answer. */
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
