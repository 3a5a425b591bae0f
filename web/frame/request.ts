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
