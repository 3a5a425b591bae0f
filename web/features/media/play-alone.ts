let playing: HTMLMediaElement | null = null;

/** One video or voice plays at a time: pauses the one that played before. */
export const playAlone = (element: HTMLMediaElement): void => {
  if (playing !== element) playing?.pause();
  playing = element;
};
