import { letGo } from './let-go.ts';
import { tellMoments, type ToWorker } from './worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;

type Question = Extract<ToWorker, { type: 'let-go' }>;

/** Open devices ask what to let go within this time after an event, in milliseconds; 5 s are promised. */
const spreadMs = 2_000;
/** Longest wait for the other tabs, in milliseconds. A page hides its photos while it asks `now`. */
const tabsMs = { now: 100, soon: 1_000, answer: 0 };

const shown = new Set<string>();
const asking = new Set<string>();
let onQuestion = () => {};
let together: { answer: ReturnType<typeof letGo>; begin: (waitMs: number) => void } | null = null;

const otherTabs = async (): Promise<readonly Client[]> => {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return tabs.filter(({ id }) => !asking.has(id));
};

/** Has the other tabs name their moments, because the browser slows the timers of hidden ones. */
const collect = async (waitMs: number): Promise<boolean> => {
  const others = waitMs > 0 ? await otherTabs() : [];
  for (const tab of others) tab.postMessage(tellMoments);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, waitMs);
    onQuestion = () => {
      if (!others.every(({ id }) => asking.has(id))) return;
      clearTimeout(timer);
      resolve();
    };
    onQuestion();
  });
  return (await otherTabs()).length === 0;
};

const askTogether = async (waitMs: number): ReturnType<typeof letGo> => {
  const isEverything = await collect(waitMs).catch((error: unknown) => {
    console.warn(error);
    return false;
  });
  const posts = [...shown];
  shown.clear();
  asking.clear();
  together = null;
  return letGo(posts, isEverything);
};

/** Asks one question for all tabs of this browser. Each gets the answer. */
export const letGoTogether = ({ posts, when }: Question, tab: string): ReturnType<typeof letGo> => {
  for (const id of posts) shown.add(id);
  asking.add(tab);
  onQuestion();
  if (!together) {
    const { promise, resolve: begin } = Promise.withResolvers<number>();
    together = { answer: promise.then(askTogether), begin };
  }
  const { answer, begin } = together;
  if (when === 'soon') setTimeout(() => begin(tabsMs.soon), Math.random() * spreadMs);
  else begin(tabsMs[when]);
  return answer;
};
