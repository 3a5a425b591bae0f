// Separate from photo-sheet.tsx: loads when the pointer or the focus comes near a photo.
import PhotoSwipe, { type PhotoSwipeOptions } from 'photoswipe';
import 'photoswipe/style.css';
import type { Photo } from '../../../../contract/shapes.ts';
import { words } from '../../../words/words.ts';

const texts = words.photoViewer;

interface ShownPhoto {
  photo: Photo;
  alt: string;
}

const slideOf = ({ photo, alt }: ShownPhoto) => ({
  src: photo.url,
  srcset: photo.variants.map(({ url, width }) => `${url} ${width}w`).join(', '),
  msrc: photo.variants.at(0)?.url,
  width: photo.width,
  height: photo.height,
  alt,
});

const downloadIcon =
  '<path d="M20.5 14.3 17.1 18V10h-2.2v7.9l-3.4-3.6L10 16l6 6.1 6-6.1ZM23 23H9v2h14Z" id="pswp__icn-download"/>';

const withoutMotion = (): PhotoSwipeOptions => ({
  showHideAnimationType: 'none',
  zoomAnimationDuration: false,
});

/** Makes Back close the viewer instead of leaving the page. Returns the clean-up for closing. */
const closeOnBack = (close: () => void): (() => void) => {
  const state: unknown = history.state;
  history.pushState(state, '');
  let gone = false;
  const back = () => {
    gone = true;
    close();
  };
  addEventListener('popstate', back, { once: true });
  return () => {
    removeEventListener('popstate', back);
    if (!gone) history.back();
  };
};

/** Shows photos full screen: zoom, swipe, arrow keys, Esc. The focus returns to the element that opened it. */
export const viewPhotos = (photos: readonly ShownPhoto[], index: number): void => {
  const viewer = new PhotoSwipe({
    dataSource: photos.map(slideOf),
    index,
    bgOpacity: 0.94,
    loop: false,
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
          element.textContent = texts.at(
            viewer.currIndex + 1,
            photos.length,
            photos[viewer.currIndex]?.alt ?? '',
          );
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
        element.setAttribute('download', '');
        viewer.on('change', () => {
          const shown = photos[viewer.currIndex];
          if (shown) element.setAttribute('href', shown.photo.downloadUrl);
        });
      },
    });
  });
  viewer.on('bindEvents', () => {
    viewer.element?.setAttribute('aria-label', texts.viewer);
    viewer.element?.setAttribute('aria-modal', 'true');
  });
  const page = document.getElementById('root');
  const leave = closeOnBack(() => viewer.close());
  viewer.on('close', () => {
    if (page) page.inert = false;
    leave();
  });
  viewer.init();
  if (page) page.inert = true;
};
