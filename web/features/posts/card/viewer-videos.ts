import type PhotoSwipe from 'photoswipe';
import type { Video } from '../../../../contract/shapes.ts';
import { words } from '../../../words/words.ts';
import { type DatedPhoto, downloadOf } from './dated-photo.ts';
import { playAlone } from '../../media/play-alone.ts';
import { canPlay } from './play-video.ts';
import './video.css';

const texts = words.videoPlayer;

/** The height in pixels of the browser's controls, where a drag moves their sliders and does not turn the page. */
const controlsHeight = 80;

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  fields: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), fields);

const unplayable = (photo: DatedPhoto): HTMLElement => {
  const message = element('p', { className: 'unplayable', textContent: texts.unplayable });
  message.setAttribute('role', 'alert');
  const { href, name } = downloadOf(photo);
  message.append(element('a', { className: 'btn', href, download: name, textContent: texts.download }));
  return message;
};

const slideOf = (photo: DatedPhoto, video: Video, alt: string): HTMLDivElement => {
  const slide = element('div', { className: 'video-frame' });
  const player = element('video', {
    src: video.url,
    poster: photo.url,
    controls: true,
    playsInline: true,
    preload: 'none' as const,
    ariaLabel: alt,
    onplay: () => playAlone(player),
    onerror: () => player.replaceWith(unplayable(photo)),
  });
  slide.append(canPlay(video) ? player : unplayable(photo));
  return slide;
};

const playerIn = (slide: HTMLElement | undefined): HTMLVideoElement | null =>
  slide?.querySelector('video') ?? null;

const toggle = (player: HTMLVideoElement): void => {
  if (!player.paused) player.pause();
  // Pausing before the video has loaded rejects the promise; other failures are errors of the element.
  else player.play().catch(() => undefined);
};

/**
 * Makes slides of videos playable. The space bar plays and pauses. Arrow keys go to the next slide, or seek while the
 * player has the focus.
 */
export const showVideos = (
  viewer: PhotoSwipe,
  shown: readonly { photo: DatedPhoto; alt: string }[],
): void => {
  viewer.on('contentLoad', (event) => {
    const { content } = event;
    const one = shown[content.index];
    if (!one?.photo.video) return;
    event.preventDefault();
    content.element = slideOf(one.photo, one.photo.video, one.alt);
  });
  viewer.on('contentActivate', ({ content }) => {
    if (content.element) content.element.inert = false;
  });
  viewer.on('contentDeactivate', ({ content }) => {
    playerIn(content.element)?.pause();
    if (content.element) content.element.inert = playerIn(content.element) !== null;
  });
  viewer.on('keydown', (event) => {
    const { key, target } = event.originalEvent;
    const player = playerIn(viewer.currSlide?.content.element);
    if (!player) return;
    if (target === player) {
      if (key.startsWith('Arrow')) event.preventDefault();
    } else if (key === ' ' && !(target instanceof HTMLButtonElement)) {
      event.originalEvent.preventDefault();
      toggle(player);
    }
  });
  viewer.on('pointerDown', (event) => {
    const { target, clientY } = event.originalEvent;
    if (!(target instanceof HTMLVideoElement)) return;
    if (clientY > target.getBoundingClientRect().bottom - controlsHeight) event.preventDefault();
  });
};
