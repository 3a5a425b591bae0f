/** Downloading everything of a circle. */
export const archives = {
  title: 'Download everything',
  text: 'All photos, videos and words of this circle that you can see, in folders by year and album, to keep at home. They open without Circle and without the internet.',
  loading: 'Loading...',
  loadFailed: 'Couldn’t load your download.',
  request: 'Prepare my download',
  again: 'Prepare it again',
  making: 'We’re preparing your download. You can leave this page: we’ll tell you when it’s ready.',
  counting: 'Counting your photos...',
  progress: 'Preparing your download',
  done: (done: number, total: number) => `${done} of ${total} photos and videos`,
  ready: (day: string) =>
    `Ready until ${day}. If something in it is taken back or deleted, we delete the download earlier, and you can prepare it again.`,
  incomplete: 'This circle has more than fits into one download. It has the newest photos.',
  unpack: 'Unpack all parts into the same folder, then open “index.html”.',
  download: (size: string) => `Download (${size})`,
  downloadPart: (part: number, parts: number, size: string) => `Part ${part} of ${parts} (${size})`,
  failed: 'Couldn’t start your download. Please try again in a moment.',
};
