import { useSyncExternalStore } from 'react';
import { createWatchers } from '../../../data/watchers.ts';
import { draftNumber, watchDraft } from './draft.ts';

/** Chosen files that are not in the draft yet. */
interface Choice {
  /** The number of the draft for which they were chosen. */
  draft: number;
  files: number;
}

let choices: readonly Choice[] = [];
/** The reasons for refused files, since the last choice. */
let refusals: { draft: number; reasons: readonly string[] } = { draft: 0, reasons: [] };
const { watch: watchChoices, notify } = createWatchers();

const watch = (watcher: () => void) => {
  const stops = [watchChoices(watcher), watchDraft(watcher)];
  return () => {
    for (const stop of stops) stop();
  };
};

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

const setChoices = (next: readonly Choice[]): void => {
  choices = next;
  // A reload would lose what was chosen.
  if (choices.length > 0) addEventListener('beforeunload', warnBeforeLeaving);
  else removeEventListener('beforeunload', warnBeforeLeaving);
  notify();
};

/** The number of chosen files that are not in the draft yet. */
export const preparing = (): number =>
  choices.reduce((sum, { draft, files }) => (draft === draftNumber() ? sum + files : sum), 0);

const none: readonly string[] = [];

const refused = (): readonly string[] => (refusals.draft === draftNumber() ? refusals.reasons : none);

/**
 * Counts files as chosen until they are in the draft or refused.
 * @param prepare resolves with the reasons for refused files
 */
export const whilePreparing = async (
  files: number,
  prepare: () => Promise<readonly string[]>,
): Promise<void> => {
  const choice = { draft: draftNumber(), files };
  refusals = { draft: choice.draft, reasons: [] };
  setChoices([...choices, choice]);
  try {
    const reasons = await prepare();
    if (refusals.draft === choice.draft)
      refusals = { ...refusals, reasons: [...refusals.reasons, ...reasons] };
  } finally {
    setChoices(choices.filter((other) => other !== choice));
  }
};

/** Resolves once everything that was chosen is in the draft, with whether nothing was refused meanwhile. */
export const photosPrepared = (signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const before = refused().length;
    const look = () => {
      if (signal.aborted) reject(signal.reason);
      else if (preparing() > 0) return;
      else resolve(refused().length <= before);
      stop();
      signal.removeEventListener('abort', look);
    };
    const stop = watch(look);
    signal.addEventListener('abort', look);
    look();
  });

export const usePreparing = (): number => useSyncExternalStore(watch, preparing);

export const useRefused = (): readonly string[] => useSyncExternalStore(watch, refused);
