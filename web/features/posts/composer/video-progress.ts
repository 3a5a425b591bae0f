import { useSyncExternalStore } from 'react';
import { createWatchers } from '../../../data/watchers.ts';

/** The step that this tab is at with a video. */
export type VideoStep =
  | { step: 'reading' }
  /** `minutes` is null until it is known, and while it is less than one. */
  | { step: 'preparing'; progress: number; minutes: number | null; smaller: boolean }
  | { step: 'sending' };

const steps = new Map<string, VideoStep>();
const { watch, notify } = createWatchers();

export const showStep = (id: string, step: VideoStep | null): void => {
  if (step) steps.set(id, step);
  else steps.delete(id);
  notify();
};

export const useStep = (id: string): VideoStep | undefined =>
  useSyncExternalStore(watch, () => steps.get(id));
