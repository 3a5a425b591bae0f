import * as z from 'zod/mini';

/** How long an answer stays fresh. */
const freshMs = 5_000;
/** Photos that are requested within this time are asked about together. */
const collectMs = 10;
const timeoutMs = 5_000;

const Answer = z.object({ photos: z.array(z.string()), posts: z.array(z.string()) });

export interface Kept {
  photos: readonly string[];
  posts: readonly string[];
  everything?: true;
}

/** The ids to let go; or why there are none: no network, no session, or no answer of the server. */
export type LetGo = z.infer<typeof Answer> | 'unreachable' | 'signed-out' | 'refused';

const post = async (kept: Kept): Promise<LetGo> => {
  try {
    const response = await fetch('/api/kept', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(kept),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 401) return 'signed-out';
    return response.ok ? Answer.parse(await response.json()) : 'refused';
  } catch (error) {
    // Without a way to the server `fetch` throws a TypeError. Otherwise the server is late, or its answer is not one.
    return error instanceof TypeError || !navigator.onLine ? 'unreachable' : 'refused';
  }
};

interface Question {
  photos: Set<string>;
  answer: Promise<LetGo>;
}

/** When photos were last seen to be in sight, by their names (`performance.now()`). */
const seenAt = new Map<string, number>();
const open = new Set<Question>();
let collecting: Question | null = null;
let changes = 0;

/** A number that changes whenever the member may have lost sight of something. */
export const countChanges = (): number => changes;

/** Invalidates earlier answers, because something has changed. */
export const forgetAnswers = (): void => {
  changes += 1;
  seenAt.clear();
  open.clear();
  collecting = null;
};

/** The server has just served the photo. */
export const noteServed = (name: string): void => {
  seenAt.set(name, performance.now());
};

const settle = async (question: Question, answer: Promise<LetGo>): Promise<LetGo> => {
  const at = changes;
  const found = await answer;
  open.delete(question);
  if (at === changes && typeof found === 'object') {
    const gone = new Set(found.photos);
    const now = performance.now();
    for (const name of question.photos) if (!gone.has(name)) seenAt.set(name, now);
  }
  return found;
};

/** Asks the server which of these the member no longer sees. */
export const ask = (kept: Kept): Promise<LetGo> => {
  const question: Question = { photos: new Set(kept.photos), answer: Promise.resolve('unreachable') };
  question.answer = settle(question, post(kept));
  open.add(question);
  return question.answer;
};

const collect = (): Question => {
  const question: Question = { photos: new Set(), answer: Promise.resolve('unreachable') };
  const asked = new Promise((resolve) => setTimeout(resolve, collectMs)).then(() => {
    if (collecting === question) collecting = null;
    return post({ photos: [...question.photos], posts: [] });
  });
  question.answer = settle(question, asked);
  open.add(question);
  return question;
};

/** Whether the member sees the photo. Uses an answer of the last seconds, or a question that is open. */
export const askAboutPhoto = async (name: string): Promise<'seen' | 'gone' | Exclude<LetGo, object>> => {
  const at = seenAt.get(name);
  if (at !== undefined && performance.now() - at < freshMs) return 'seen';
  let question = [...open].find(({ photos }) => photos.has(name));
  if (!question) {
    question = collecting ??= collect();
    question.photos.add(name);
  }
  const found = await question.answer;
  if (typeof found === 'string') return found;
  return found.photos.includes(name) ? 'gone' : 'seen';
};
