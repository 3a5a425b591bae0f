// Separate from photo-sheet.tsx: loads when the pointer or the focus comes near a photo, or for a moment with a video.
import PhotoSwipe, { type PhotoSwipeOptions, type SlideData } from 'photoswipe';
import 'photoswipe/style.css';
import { createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { CircleMark, Person, Photo, Post } from '../../../../contract/shapes.ts';
import { longDay } from '../../../words/day.ts';
import { closeOnBack } from '../../../ui/overlay/close-on-back.ts';
import type { MenuItem } from '../../../ui/overlay/menu.tsx';
import { displayName } from '../../../ui/people/person-name.ts';
import { words } from '../../../words/words.ts';
import './photo-viewer.css';
import type { DatedPhoto } from './dated-photo.ts';
import { ViewerCaption } from './viewer-caption.tsx';
import { followLinks, followTalk, giveHeart, takeKeys } from './viewer-heart.ts';
import { audienceItems, ViewerMenu } from './viewer-menu.tsx';
import { showVideos } from './viewer-videos.ts';

export { VideoTile } from './video-tile.tsx';
export { audienceItems };

const texts = words.photoViewer;

/** How long a print grows into the viewer, and shrinks back. */
const growMs = 200;

/** The print of a photo on the screen, first among those `beside` the one that was pressed. */
const printOf = ({ variants: [smallest] }: Photo, beside: Element | null): HTMLImageElement | undefined => {
  const isOnScreen = (print: Element) => {
    const { top, bottom } = print.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const prints = [
    ...document.querySelectorAll<HTMLImageElement>(`#root img[srcset*="${smallest?.url}"]`),
  ].filter(isOnScreen);
  return prints.find((print) => beside?.contains(print)) ?? prints[0];
};

/** In pixels; larger than most. */
const largestScreen = 4_000;

interface ShownPhoto {
  photo: DatedPhoto;
  alt: string;
}

/** Photos are never enlarged. A small video fills the screen, so that its controls can be used. */
const sizeOf = ({ width, height, video }: Photo): { width: number; height: number } => {
  const scale = video ? Math.max(1, largestScreen / Math.max(width, height)) : 1;
  return { width: width * scale, height: height * scale };
};

const slideOf = ({ photo, alt }: ShownPhoto, beside: Element | null): SlideData => ({
  ...(photo.video && { type: 'video' }),
  src: photo.url,
  srcset: photo.variants.map(({ url, width }) => `${url} ${width}w`).join(', '),
  msrc: photo.variants.at(0)?.url,
  thumbCropped: true,
  get element() {
    return printOf(photo, beside);
  },
  ...sizeOf(photo),
  alt,
});

const withoutMotion = (): PhotoSwipeOptions => ({
  showHideAnimationType: 'none',
  zoomAnimationDuration: false,
});

/** How close to the last photo more are loaded. */
const loadedAhead = 4;

/** A list of photos of several moments, which grows while it is viewed. */
interface ViewedList {
  /** Called with the photo that was shown last. */
  onClosed: (index: number) => void;
  /** Loads photos after the last one; none at the end. */
  more: () => Promise<readonly DatedPhoto[]>;
}

/** PhotoSwipe refuses to close before it has opened, which takes a third of a second. */
const closeOnceOpen = (viewer: PhotoSwipe): void => {
  if (viewer.opener.isOpen) viewer.close();
  else viewer.on('openingAnimationEnd', () => viewer.close());
};

const followList = (
  viewer: PhotoSwipe,
  { onClosed, more }: ViewedList,
  add: (photos: readonly DatedPhoto[]) => void,
): void => {
  let isLoading = false;
  viewer.on('change', () => {
    if (isLoading || viewer.currIndex < viewer.getNumItems() - loadedAhead) return;
    isLoading = true;
    more().then(
      (photos) => {
        isLoading = false;
        add(photos);
      },
      (error: unknown) => console.warn(error),
    );
  });
  viewer.on('destroy', () => onClosed(viewer.currIndex));
};

interface Part {
  name: string;
  className: string;
  appendTo: 'bar' | 'root';
  order?: number;
}

/** A part of the viewer that is drawn again for each photo. */
const addPart = (viewer: PhotoSwipe, part: Part, draw: (index: number) => ReactNode): void => {
  viewer.on('uiRegister', () => {
    viewer.ui?.registerElement({
      ...part,
      isButton: false,
      onInit: (element) => {
        const root = createRoot(element);
        viewer.on('change', () => root.render(draw(viewer.currIndex)));
        viewer.on('destroy', () => root.unmount());
      },
    });
  });
};

/** From this width on, the words stand in a panel beside the photo, and the photo keeps clear of it. */
const panel = { from: 1_024, width: 380 };
/** On a phone held upright, the buttons above the photo, and below it the words and what is said of it. */
const clear = { from: 500, top: 60, bottom: 290 };

const paddingFn = ({ x, y }: { x: number; y: number }) => {
  const none = { top: 0, bottom: 0, left: 0, right: 0 };
  if (x >= panel.from) return { ...none, right: panel.width };
  return y < clear.from ? none : { ...none, top: clear.top, bottom: clear.bottom };
};

interface Viewed {
  /** The author of the photos that nobody else added. */
  author: Person;
  circles?: readonly CircleMark[];
  index: number;
  /** More that can be done with a photo, once the viewer is closed and the page can take the focus. */
  items?: (index: number) => readonly MenuItem[];
  list?: ViewedList;
}

/** Shows photos full screen: zoom, swipe, arrow keys, Esc. The focus returns to the element that opened it. */
export const viewPhotos = (
  shared: readonly DatedPhoto[],
  { author, circles = [], index, items, list }: Viewed,
): void => {
  const nameOf = (photo: DatedPhoto, place: number, total: number) => {
    const name = displayName(photo.addedBy ?? author);
    const { by: photoBy, videoBy } = words.posts.photo;
    const by = photo.video ? videoBy : photoBy;
    return photo.alt || texts.by({ what: by({ name, at: place, total }), day: longDay(photo.day) });
  };
  const describe = (photo: DatedPhoto, at: number) => ({
    photo,
    alt: nameOf(photo, at + 1, shared.length),
  });
  const photos = shared.map(describe);
  const beside = document.activeElement?.parentElement ?? null;
  const slides = photos.map((one) => slideOf(one, beside));
  const viewer = new PhotoSwipe({
    dataSource: slides,
    index,
    bgOpacity: 1,
    loop: false,
    paddingFn,
    counter: !list,
    showHideAnimationType: 'zoom',
    showAnimationDuration: growMs,
    hideAnimationDuration: growMs,
    doubleTapAction: (point) => giveHeart(viewer, point),
    closeTitle: words.ui.close,
    zoomTitle: texts.zoom,
    arrowPrevTitle: texts.previous,
    arrowNextTitle: texts.next,
    errorMsg: words.ui.photoUnavailable,
    ...(matchMedia('(prefers-reduced-motion: reduce)').matches && withoutMotion()),
  });
  viewer.on('uiRegister', () => {
    viewer.ui?.registerElement({
      name: 'said',
      className: 'vh',
      isButton: false,
      appendTo: 'root',
      onInit: (element) => {
        element.setAttribute('role', 'status');
        viewer.on('change', () => {
          const shown = photos[viewer.currIndex];
          if (!shown) return;
          const { at } = shown.photo.video ? words.videoPlayer : texts;
          // The number of photos in a list is not known.
          element.textContent = list
            ? shown.alt
            : at({ at: viewer.currIndex + 1, total: photos.length, alt: nameOf(shown.photo, 1, 1) });
        });
      },
    });
  });
  const onPlace = followTalk(viewer, (at) => photos[at]?.photo);
  addPart(
    viewer,
    { name: 'caption', className: 'viewer-caption pswp__hide-on-close', appendTo: 'root' },
    (at) => {
      const photo = photos[at]?.photo;
      return photo && createElement(ViewerCaption, { photo, author, circles, onPlace });
    },
  );
  if (list)
    followList(viewer, list, (more) => {
      photos.push(...more.map(describe));
      slides.push(...photos.slice(slides.length).map((one) => slideOf(one, beside)));
    });
  addPart(viewer, { name: 'menu', className: 'viewer-menu', appendTo: 'bar', order: 15 }, (at) => {
    const photo = photos[at]?.photo;
    const later = (items?.(at) ?? []).map(({ onSelect, ...item }) => ({
      ...item,
      onSelect: () => {
        viewer.on('destroy', onSelect);
        closeOnceOpen(viewer);
      },
    }));
    return photo && createElement(ViewerMenu, { photo, items: later });
  });
  takeKeys(viewer);
  followLinks(viewer, () => closeOnceOpen(viewer));
  if (list || photos.some(({ photo }) => photo.video)) showVideos(viewer, photos);
  viewer.on('bindEvents', () => {
    viewer.element?.setAttribute('aria-label', texts.viewer);
    viewer.element?.setAttribute('aria-modal', 'true');
  });
  const page = document.getElementById('root');
  const leave = closeOnBack(() => closeOnceOpen(viewer));
  viewer.on('close', () => {
    if (page) page.inert = false;
    leave();
  });
  viewer.init();
  if (page) page.inert = true;
};

interface ViewedPost {
  photos: readonly DatedPhoto[];
  index: number;
  mine: boolean;
}

/** Shows the photos of a moment full screen. */
export const viewPost = (post: Post, { photos, index, mine }: ViewedPost): void =>
  viewPhotos(photos, {
    author: post.author,
    circles: post.circles,
    index,
    items: () => audienceItems(post, mine),
  });
