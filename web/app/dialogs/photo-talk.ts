import { useSyncExternalStore } from 'react';
import { createWatchers } from '../../data/watchers.ts';

/** The photo that is viewed, and where what is said about it is drawn. */
export interface ViewedPhoto {
  postId: string;
  photoId: string;
  place: HTMLElement;
  /** Closes the viewer. */
  close: () => void;
}

/** Gives the photo a heart, or takes it back unless it is only to be given. */
type Heart = (isOnlyGiven: boolean) => void;

let shown: ViewedPhoto | null = null;
let heart: Heart | null = null;
const { watch, notify } = createWatchers();

/** The viewer is outside of React's tree: a portal of the app, which has the session and the cache, draws into it. */
export const showPhotoTalk = (photo: ViewedPhoto | null): void => {
  shown = photo;
  notify();
};

export const useViewedPhoto = (): ViewedPhoto | null => useSyncExternalStore(watch, () => shown);

/** Set by the heart's button; null while there is none. */
export const offerHeart = (next: Heart | null): void => {
  heart = next;
};

export const offeredHeart = (): Heart | null => heart;
