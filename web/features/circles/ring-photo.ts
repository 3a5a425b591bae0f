import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Circle as Ring } from 'lucide-react';
import * as circles from '../../../contract/circles.ts';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import { api, errorText } from '../../data/api.ts';
import { queryKey } from '../../data/query.ts';
import type { MenuItem } from '../../ui/overlay/menu.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { showCircle } from './cache.ts';
import { runs } from './members.ts';

const texts = words.circles.place;

/** For the owner of a circle: a photo leads the cover, or the newest one leads it again. Undefined for other members. */
export const useRing = (
  circle: circles.CirclePlace | undefined,
): ((photo: PlacedPhoto) => MenuItem[]) | undefined => {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id, name, coverPhotoId }: Pick<circles.CirclePlace, 'id' | 'name' | 'coverPhotoId'>) =>
      api(circles.edit, { id, name, coverPhotoId }),
    onSuccess: (changed, { coverPhotoId }) => {
      showCircle(client, changed);
      void client.invalidateQueries({ queryKey: queryKey(circles.get, { id: changed.id }) });
      toast({ title: texts.ringed({ isNewest: coverPhotoId === null }) });
    },
    onError: (error) => toast({ title: errorText(error), tone: 'destructive' }),
  });
  if (!circle || !runs(circle)) return undefined;
  return ({ id }) => {
    const isRinged = circle.coverPhotoId === id;
    return [
      {
        key: 'ring',
        icon: Ring,
        label: isRinged ? texts.ringNewest : texts.ring,
        onSelect: () => mutate({ ...circle, coverPhotoId: isRinged ? null : id }),
      },
    ];
  };
};
