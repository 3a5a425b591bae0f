// Loads when a member removes photos of an album.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import { limits } from '../../../contract/limits.ts';
import * as albums from '../../../contract/albums.ts';
import { api, toastError } from '../../data/api.ts';
import { refreshPosts } from '../../data/refresh-posts.ts';
import { useIsShown } from '../../ui/hooks/use-is-shown.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.albums;

interface RemovePhotosProps {
  albumId: string;
  photos: readonly PlacedPhoto[];
  /** The id of the member who removes them. */
  userId: string;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before photos are deleted, or return to the members who added them (ALBUM-7). */
export default function RemovePhotos({ albumId, photos, userId, onClose, onRemoved }: RemovePhotosProps) {
  const client = useQueryClient();
  const own = photos.filter(({ addedBy }) => addedBy.id === userId).length;
  const others = photos.length - own;
  const isShown = useIsShown();
  const remove = useMutation({
    mutationFn: async () => {
      const ids = photos.map(({ id }) => id);
      for (let from = 0; from < ids.length; from += limits.albumPhotosAtOnce) {
        const photoIds = ids.slice(from, from + limits.albumPhotosAtOnce);
        await api(albums.removePhotos, { id: albumId, photoIds });
      }
    },
    onSuccess: () => {
      toast({ title: words.controls.removed });
      if (isShown.current) onRemoved();
    },
    onError: (error) => toastError(error, texts.removeFailed),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['/api', 'albums', albumId] });
      await refreshPosts(client);
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.removeTitle({ count: photos.length })}
      text={[
        own > 0 ? texts.removeOwn({ count: own }) : '',
        others > 0 ? texts.removeOthers({ count: others }) : '',
      ]
        .filter((part) => part !== '')
        .join(' ')}
      action={words.controls.remove}
      busy={remove.isPending}
      busyText={words.controls.removing}
      onConfirm={() => remove.mutate()}
    />
  );
}
