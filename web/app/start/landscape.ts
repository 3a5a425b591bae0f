/** Phone sizes in CSS pixels, as in the styles. */
const phoneMaxPx = 768;

/**
 * A phone is one also when it is held sideways and wider than that: its page is laid out as wide as phones are, and
 * enlarged to the screen.
 */
export const keepPhoneLayoutInLandscape = (): void => {
  const viewport = document.querySelector<HTMLMetaElement>('meta[name="viewport"]');
  if (!viewport || !navigator.userAgent.includes('Mobi')) return;
  const upright = viewport.content;
  const fit = () => {
    const { width, height, orientation } = screen;
    // iPhones tell their upright width and height also when they lie.
    const lies = orientation.type.startsWith('landscape');
    const across = lies ? Math.max(width, height) : Math.min(width, height);
    viewport.content =
      across > phoneMaxPx
        ? upright.replace('width=device-width, initial-scale=1', `width=${phoneMaxPx}`)
        : upright;
  };
  fit();
  screen.orientation.addEventListener('change', fit);
};
