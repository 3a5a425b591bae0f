import type { videoPlayer as english } from '../../en/moments/video-player.ts';

export const videoPlayer = {
  by: (name: string, at: number, total: number) =>
    total === 1 ? `Video von ${name}` : `Video von ${name}, ${at} von ${total}`,
  play: (length: string, alt: string) => `Video abspielen, ${length}: ${alt}`,
  expand: (alt: string) => `Vollbild: ${alt}`,
  unplayable: 'Dieses Gerät kann dieses Video nicht abspielen.',
  download: 'Herunterladen',
  downloadVideo: 'Dieses Video herunterladen',
  at: (at: number, total: number, alt: string) => `Video ${at} von ${total}: ${alt}`,
} satisfies typeof english;
