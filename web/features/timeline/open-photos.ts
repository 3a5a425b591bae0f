import { MessageCircle } from 'lucide-react';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import type { MenuItem } from '../../ui/overlay/menu.tsx';
import { words } from '../../words/words.ts';
import type { TimelineWindow } from './window.ts';

interface Opened {
  /** Loads older photos. */
  more: () => Promise<TimelineWindow | undefined>;
  onMoment: (postId: string) => void;
  /** More that can be done with a photo, once the viewer is closed. */
  items?: ((photo: PlacedPhoto) => readonly MenuItem[]) | undefined;
  /** Called with the id of the photo that was shown last. */
  onClosed: (id: string) => void;
}

/** Shows photos full screen, and loads older ones as their end comes near. */
export const openPhotos = async (
  shown: readonly PlacedPhoto[],
  photo: PlacedPhoto,
  { more, onMoment, onClosed, items }: Opened,
): Promise<void> => {
  const { viewPhotos } = await import('../posts/card/photo-viewer.ts');
  const photos = [...shown];
  const index = photos.findIndex(({ id }) => id === photo.id);
  const list = {
    onClosed: (at: number) => onClosed(photos[at]?.id ?? photo.id),
    more: async () => {
      const known = new Set(photos.map(({ id }) => id));
      const fresh = ((await more())?.photos ?? []).filter(({ id }) => !known.has(id));
      photos.push(...fresh);
      return fresh;
    },
  };
  const itemsOf = (at: number): MenuItem[] => {
    const current = photos[at] ?? photo;
    const moment = {
      key: 'moment',
      icon: MessageCircle,
      label: words.timeline.openMoment,
      onSelect: () => onMoment(current.postId),
    };
    return [moment, ...(items?.(current) ?? [])];
  };
  viewPhotos(photos, { author: photo.addedBy, index, items: itemsOf, list });
};
