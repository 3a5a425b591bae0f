import { Heart } from 'lucide-react';
import type PhotoSwipe from 'photoswipe';
import { createElement, Fragment } from 'react';
import { createRoot } from 'react-dom/client';
import { go } from '../../../app/navigation.ts';
import { offeredHeart, showPhotoTalk } from '../../../app/dialogs/photo-talk.ts';
import { Ring } from '../../../ui/pencil/ring.tsx';
import { type DatedPhoto, photoIdOf } from './dated-photo.ts';

/** How long the heart of a double tap is shown. */
const drawnMs = 900;

const drawHeart = (viewer: PhotoSwipe, { x, y }: { x: number; y: number }): void => {
  const mark = document.createElement('div');
  mark.className = 'viewer-heart';
  mark.style.left = `${x}px`;
  mark.style.top = `${y}px`;
  viewer.element?.append(mark);
  const root = createRoot(mark);
  const ring = createElement(Ring, { shape: 'round', draw: true });
  root.render(createElement(Fragment, null, createElement(Heart, { 'aria-hidden': true }), ring));
  setTimeout(() => {
    root.unmount();
    mark.remove();
  }, drawnMs);
};

/** A double tap gives the photo a heart; a photo of which nothing can be said is zoomed. */
export const giveHeart = (viewer: PhotoSwipe, point: { x: number; y: number }): void => {
  const heart = offeredHeart();
  if (!heart) {
    viewer.currSlide?.toggleZoom(point);
    return;
  }
  heart(true);
  drawHeart(viewer, point);
};

/** L gives a heart or takes it back. Keys that the menu or the field takes move no photo, and do not close the viewer. */
export const takeKeys = (viewer: PhotoSwipe): void => {
  viewer.on('keydown', (event) => {
    const { target, key, defaultPrevented, ctrlKey, metaKey, altKey } = event.originalEvent;
    const field =
      target instanceof Element ? target.closest<HTMLElement>('[role=menu], textarea, input') : null;
    if (defaultPrevented || field) event.preventDefault();
    else if (key.toLowerCase() === 'l' && !ctrlKey && !metaKey && !altKey) offeredHeart()?.(false);
    if (key === 'Escape' && !defaultPrevented && field instanceof HTMLTextAreaElement) field.blur();
  });
};

/** A link in the words leads away once the viewer is closed. */
export const followLinks = (viewer: PhotoSwipe, close: () => void): void => {
  const press = (event: MouseEvent) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.viewer-talk a') : null;
    if (!link || ctrlKey || metaKey || shiftKey || link.origin !== location.origin) return;
    event.preventDefault();
    event.stopPropagation();
    viewer.on('destroy', () => go(link.pathname + link.search));
    close();
  };
  viewer.on('bindEvents', () => viewer.element?.addEventListener('click', press, { capture: true }));
};

/** Shows the talk about the current photo. @returns a callback for the element to draw it into */
export const followTalk = (
  viewer: PhotoSwipe,
  photoAt: (index: number) => DatedPhoto | undefined,
): ((place: HTMLElement | null) => void) => {
  let place: HTMLElement | null = null;
  const follow = () => {
    const photo = photoAt(viewer.currIndex);
    const postId = photo?.postId;
    showPhotoTalk(
      place && photo && postId
        ? { place, postId, photoId: photoIdOf(photo), close: () => viewer.close() }
        : null,
    );
  };
  viewer.on('change', follow);
  viewer.on('close', () => showPhotoTalk(null));
  return (next) => {
    place = next;
    follow();
  };
};
