// Separate from photo-sheet.tsx: loads when the pointer or the focus comes near a photo, or for a moment with a video.
import PhotoSwipe, { type PhotoSwipeOptions, type SlideData } from 'photoswipe';
import 'photoswipe/style.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { CircleMark, Person, Photo } from '../../../../contract/shapes.ts';
import { longDay } from '../../../words/day.ts';
import { closeOnBack } from '../../../ui/overlay/close-on-back.ts';
import { displayName } from '../../../ui/people/person-name.ts';
import { words } from '../../../words/words.ts';
import './photo-viewer.css';
import { type DatedPhoto, downloadOf } from './dated-photo.ts';
import { ViewerCaption } from './viewer-caption.tsx';
import { showVideos } from './viewer-videos.ts';

export { VideoTile } from './video-tile.tsx';

const texts = words.photoViewer;

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

const slideOf = ({ photo, alt }: ShownPhoto): SlideData => ({
  ...(photo.video && { type: 'video' }),
  src: photo.url,
  srcset: photo.variants.map(({ url, width }) => `${url} ${width}w`).join(', '),
  msrc: photo.variants.at(0)?.url,
  ...sizeOf(photo),
  alt,
});

const downloadIcon =
  '<path d="M20.5 14.3 17.1 18V10h-2.2v7.9l-3.4-3.6L10 16l6 6.1 6-6.1ZM23 23H9v2h14Z" id="pswp__icn-download"/>';

const audienceIcon =
  '<path d="M16 9c-5 0-9 4-10 7 1 3 5 7 10 7s9-4 10-7c-1-3-5-7-10-7Zm0 11.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9Zm0-2.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z" id="pswp__icn-audience"/>';

const withoutMotion = (): PhotoSwipeOptions => ({
  showHideAnimationType: 'none',
  zoomAnimationDuration: false,
});

const momentIcon =
  '<path d="M8 8h16v12H14l-4 4v-4H8Zm2 2v8h12v-8Zm2 2h8v1.5h-8Zm0 3h6v1.5h-6Z" id="pswp__icn-moment"/>';

/** How close to the last photo more are loaded. */
const loadedAhead = 4;

/** A list of photos of several moments, which grows while it is viewed. */
interface ViewedList {
  /** Opens the moment of a photo, once the viewer is closed. */
  onMoment: (index: number) => void;
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
  { onMoment, onClosed, more }: ViewedList,
  add: (photos: readonly DatedPhoto[]) => void,
): void => {
  let isForMoment = false;
  viewer.on('uiRegister', () => {
    viewer.ui?.registerElement({
      name: 'moment-button',
      order: 9,
      isButton: true,
      title: words.timeline.openMoment,
      html: { isCustomSVG: true, inner: momentIcon, outlineID: 'pswp__icn-moment' },
      onClick: () => {
        isForMoment = true;
        closeOnceOpen(viewer);
      },
    });
  });
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
  viewer.on('destroy', () => {
    const { currIndex } = viewer;
    onClosed(currIndex);
    if (isForMoment) onMoment(currIndex);
  });
};

/** From this width on, the words stand in a panel beside the photo, and the photo keeps clear of it. */
const panel = { from: 1_024, width: 380 };
/** On a phone held upright, the buttons above the photo and the words below it. */
const clear = { from: 500, top: 60, bottom: 112 };

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
  /** Shows who can see the photos, for their author. */
  onAudience?: (() => void) | undefined;
  list?: ViewedList;
}

/** Shows photos full screen: zoom, swipe, arrow keys, Esc. The focus returns to the element that opened it. */
export const viewPhotos = (
  shared: readonly DatedPhoto[],
  { author, circles = [], index, onAudience, list }: Viewed,
): void => {
  const nameOf = (photo: DatedPhoto, place: number, total: number) => {
    const name = displayName(photo.addedBy ?? author);
    const { by } = photo.video ? words.videoPlayer : words.posts.photo;
    return photo.alt || texts.by({ what: by({ name, at: place, total }), day: longDay(photo.day) });
  };
  const describe = (photo: DatedPhoto, at: number) => ({
    photo,
    alt: nameOf(photo, at + 1, shared.length),
  });
  const photos = shared.map(describe);
  const slides = photos.map(slideOf);
  const viewer = new PhotoSwipe({
    dataSource: slides,
    index,
    bgOpacity: 1,
    loop: false,
    paddingFn,
    counter: !list,
    showHideAnimationType: 'fade',
    closeTitle: texts.close,
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
  viewer.on('uiRegister', () => {
    viewer.ui?.registerElement({
      name: 'download-button',
      order: 8,
      isButton: true,
      tagName: 'a',
      title: texts.download,
      html: { isCustomSVG: true, inner: downloadIcon, outlineID: 'pswp__icn-download' },
      onInit: (element) => {
        viewer.on('change', () => {
          const shown = photos[viewer.currIndex];
          if (!shown) return;
          const { href, name: file } = downloadOf(shown.photo);
          element.setAttribute('href', href);
          element.setAttribute('download', file);
          const title = shown.photo.video ? words.videoPlayer.downloadVideo : texts.download;
          for (const attribute of ['title', 'aria-label']) element.setAttribute(attribute, title);
        });
      },
    });
  });
  viewer.on('uiRegister', () => {
    viewer.ui?.registerElement({
      name: 'caption',
      className: 'viewer-caption pswp__hide-on-close',
      isButton: false,
      appendTo: 'wrapper',
      onInit: (element) => {
        const root = createRoot(element);
        viewer.on('change', () => {
          const photo = photos[viewer.currIndex]?.photo;
          root.render(photo ? createElement(ViewerCaption, { photo, author, circles }) : null);
        });
        viewer.on('destroy', () => root.unmount());
      },
    });
  });
  if (onAudience) {
    viewer.on('uiRegister', () => {
      viewer.ui?.registerElement({
        name: 'audience-button',
        order: 9,
        isButton: true,
        title: words.postActions.audience,
        html: { isCustomSVG: true, inner: audienceIcon, outlineID: 'pswp__icn-audience' },
        onClick: () => {
          // Once the page can take the focus again.
          viewer.on('destroy', onAudience);
          closeOnceOpen(viewer);
        },
      });
    });
  }
  if (list)
    followList(viewer, list, (more) => {
      photos.push(...more.map(describe));
      slides.push(...photos.slice(slides.length).map(slideOf));
    });
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
