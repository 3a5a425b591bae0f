import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Circle as Ring } from 'lucide-react';
import * as albums from '../../../contract/albums.ts';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import { api, errorText } from '../../data/api.ts';
import type { MenuItem } from '../../ui/overlay/menu.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

/** The author of an album can have one of its photos stand for it in lists. */
export const useRing = (id: string, isMine: boolean): ((photo: PlacedPhoto | undefined) => MenuItem[]) => {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (coverPhotoId: string) => api(albums.edit, { id, coverPhotoId }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['/api', 'albums'] });
      toast({ title: words.albums.ringed });
    },
    onError: (error) => toast({ title: errorText(error), tone: 'destructive' }),
  });
  return (photo) =>
    photo && isMine
      ? [
          {
            key: 'ring',
            icon: Ring,
            label: words.albums.ring,
            onSelect: () => mutate(photo.id),
          },
        ]
      : [];
};
