import type { QueryClient } from '@tanstack/react-query';
import type { Post } from '../../../contract/shapes.ts';
import { toastError } from '../../data/api.ts';
import { words } from '../../words/words.ts';

export type Hearts = Pick<Post, 'isLiked' | 'likesCount'>;

/** The last words of the server about hearts whose presses are under way, by their keys. */
const said = new Map<string, Hearts>();

interface Press {
  /** The kind of what gets the heart, and its id. */
  key: readonly [string, string];
  liked: boolean;
  before: Hearts;
  call: () => Promise<Hearts>;
  show: (hearts: Hearts) => void;
}

/**
 * Shows a heart before the answer, and says if the server refuses it. After the last of several presses it shows what the
 * server said last. Without `useMutation`: nothing shows how the request goes, and Home needs it for nothing else.
 */
export const setHeart = (client: QueryClient, { key, liked, before, call, show }: Press): void => {
  const id = key.join(' ');
  if (!said.has(id)) said.set(id, before);
  show({ isLiked: liked, likesCount: before.likesCount + (liked ? 1 : -1) });
  client
    .getMutationCache()
    .build(client, {
      mutationKey: key,
      // Send the requests one after the other, so that the last press is also the last to arrive.
      scope: { id },
      mutationFn: call,
      onSuccess: (hearts) => void said.set(id, hearts),
      onError: (error) => toastError(error, words.likes.error),
      onSettled: () => {
        const last = said.get(id);
        // If another press waits, this answer is already out of date.
        if (!last || client.isMutating({ mutationKey: key }) > 1) return;
        said.delete(id);
        show(last);
      },
    })
    .execute(undefined)
    // Shown above.
    .catch(() => undefined);
};
