import { useSyncExternalStore } from 'react';
import { createWatchers } from '../../data/watchers.ts';

/** The photo that is viewed, and where what is said about it is drawn. */
export interface ViewedPhoto {
  postId: string;
  photoId: string;
  place: HTMLElement;
  /** Set by what is drawn there: gives the photo a heart, or takes it back unless it is only to be given. */
  heart: ((isOnlyGiven: boolean) => void) | null;
}

let shown: ViewedPhoto | null = null;
const { watch, notify } = createWatchers();

/** The viewer stands outside of the page; what has the member and the cached answers is drawn into it. */
export const showPhotoTalk = (photo: ViewedPhoto | null): void => {
  shown = photo;
  notify();
};

export const useViewedPhoto = (): ViewedPhoto | null => useSyncExternalStore(watch, () => shown);

export const viewedPhoto = (): ViewedPhoto | null => shown;
