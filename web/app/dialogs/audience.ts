import { useSyncExternalStore } from 'react';
import type { Comment, Person, Post } from '../../../contract/shapes.ts';
import { createWatchers } from '../../data/watchers.ts';

/** A dialog about who sees what. */
export type SharingDialog =
  | { kind: 'whoCanSee' | 'takeBack'; post: Post }
  | { kind: 'commentReaders'; comment: Comment }
  | { kind: 'visibleMoments'; person: Person };

let shown: SharingDialog | null = null;
const { watch, notify } = createWatchers();

/**
 * Opens a dialog above the page; null closes it. It stays when the card that opened it is gone: a moment that is taken
 * back from everyone leaves the feed while its receipt is read.
 */
export const showSharing = (dialog: SharingDialog | null): void => {
  shown = dialog;
  notify();
};

export const useShownSharing = (): SharingDialog | null => useSyncExternalStore(watch, () => shown);
