import type { PlacedPhoto } from '../../../contract/shapes.ts';
import type { TimelineWindow } from './window.ts';

interface Opened {
  /** Loads older photos. */
  more: () => Promise<TimelineWindow | undefined>;
  onMoment: (postId: string) => void;
  /** Called with the id of the photo that was shown last. */
  onClosed: (id: string) => void;
}

/** Shows photos full screen, and loads older ones as their end comes near. */
export const openPhotos = async (
  shown: readonly PlacedPhoto[],
  photo: PlacedPhoto,
  { more, onMoment, onClosed }: Opened,
): Promise<void> => {
  const { viewPhotos } = await import('../posts/card/photo-viewer.ts');
  const photos = [...shown];
  const index = photos.findIndex(({ id }) => id === photo.id);
  const list = {
    onMoment: (at: number) => onMoment(photos[at]?.postId ?? photo.postId),
    onClosed: (at: number) => onClosed(photos[at]?.id ?? photo.id),
    more: async () => {
      const known = new Set(photos.map(({ id }) => id));
      const fresh = ((await more())?.photos ?? []).filter(({ id }) => !known.has(id));
      photos.push(...fresh);
      return fresh;
    },
  };
  viewPhotos(photos, { author: photo.addedBy, index, list });
};
