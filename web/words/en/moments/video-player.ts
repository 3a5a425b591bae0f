/** Videos in moments. */
export const videoPlayer = {
  by: (name: string, at: number, total: number) =>
    total === 1 ? `Video by ${name}` : `Video by ${name}, ${at} of ${total}`,
  play: (length: string, alt: string) => `Play video, ${length}: ${alt}`,
  expand: (alt: string) => `Full screen: ${alt}`,
  unplayable: 'This device can’t play this video.',
  download: 'Download',
  downloadVideo: 'Download this video',
  at: (at: number, total: number, alt: string) => `Video ${at} of ${total}: ${alt}`,
};
