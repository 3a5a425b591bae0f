// Separate from priority-feed.tsx: a module that imports that file also loads the schemas of the whole contract (see
// web/build/endpoints.ts).
import { useState } from 'react';
import * as z from 'zod/mini';
import { keep, recall } from '../../../data/browser-storage.ts';

const Kept = z.object({ userId: z.string(), open: z.record(z.string(), z.boolean()) });

type Open = Readonly<Record<string, boolean>>;

const readKept = (userId: string): Open => {
  try {
    const kept = Kept.safeParse(JSON.parse(recall('openCircles') ?? 'null'));
    return kept.success && kept.data.userId === userId ? kept.data.open : {};
  } catch {
    return {};
  }
};

/** Which cards are open in this browser, and the setter. */
export const useOpenCircles = (userId: string): [Open, (card: string, open: boolean) => void] => {
  const [open, setOpen] = useState(() => readKept(userId));
  const change = (card: string, isOpen: boolean) => {
    const next = { ...open, [card]: isOpen };
    setOpen(next);
    keep('openCircles', JSON.stringify({ userId, open: next }));
  };
  return [open, change];
};
