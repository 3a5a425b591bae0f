import { keep, recall } from '../../data/browser-storage.ts';
import { watchMoments } from '../delivery/seen.ts';

/** The moments of the last weeks; older ones are far down. */
const maxRemembered = 300;

const readSeen = (): string[] => {
  try {
    const kept: unknown = JSON.parse(recall('seenHere') ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
};

/** The index of the card below which everything is seen and nothing is on the screen. */
export const indexBelow = (
  cards: readonly { id: string | null; bottom: number }[],
  seen: ReadonlySet<string>,
  screenHeight: number,
): number => {
  const lastUnseen = cards.findLastIndex(({ id }) => id === null || !seen.has(id));
  const belowScreen = cards.findIndex(({ bottom }) => bottom >= screenHeight);
  const first = belowScreen < 0 ? cards.length - 1 : belowScreen;
  return Math.max(lastUnseen, first);
};

/** Makes a place in the feed below the unseen moments, and remembers the moments that are seen from now on. */
export const placeBelowUnseen = (feed: HTMLElement): { host: HTMLElement; stop: () => void } => {
  const seen = readSeen();
  const cards = [...feed.querySelectorAll<HTMLElement>(':scope > .post')];
  const at = indexBelow(
    cards.map((card) => ({
      id: card.dataset['post'] ?? null,
      bottom: card.getBoundingClientRect().bottom,
    })),
    new Set(seen),
    innerHeight,
  );
  const host = document.createElement('div');
  const card = cards[at];
  if (card) card.after(host);
  else feed.append(host);
  const stopWatching = watchMoments((id) => {
    seen.push(id);
    keep('seenHere', JSON.stringify(seen.slice(-maxRemembered)));
  });
  return {
    host,
    stop: () => {
      stopWatching();
      host.remove();
    },
  };
};
