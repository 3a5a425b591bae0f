import type { QueryClient } from '@tanstack/react-query';
import * as comments from '../../../../contract/comments.ts';
import * as posts from '../../../../contract/posts.ts';
import { api, isRefusal } from '../../../data/api.ts';
import { type Described, editsOf, keepEdit } from '../../../data/edits.ts';
import { refreshPosts } from '../../../data/refresh-posts.ts';
import type { Item } from '../../../outbox/item.ts';
import type { Sender } from '../../../outbox/kinds.ts';
import { changeItem, itemOf, itemsIn, removeItems } from '../../../outbox/outbox.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';
import { showEditedComment } from '../../comments/cache.ts';
import { EditInput, isReplaced, notArrived } from '../../comments/edit-input.ts';
import { toContent } from '../../mentions/to-content.ts';
import { saveDescriptions } from '../card/save-descriptions.ts';

/** Forgets descriptions that the server has. */
const dropDescribed = (item: Item, saved: Described): void => {
  const { described = {}, ...input } = EditInput.parse((itemOf(item.id) ?? item).input);
  const left = Object.entries(described).filter(([id]) => !(id in saved));
  changeItem(item.id, { input: { ...input, described: Object.fromEntries(left) } });
};

const save = (item: Item, client: QueryClient, signal: AbortSignal): Promise<unknown> => {
  const { id, kind, postId, content, named, alts, described = {} } = EditInput.parse(item.input);
  const written = toContent({ text: content, named });
  switch (kind) {
    case 'photos': {
      const onSaved = (saved: Described) => dropDescribed(item, saved);
      return saveDescriptions(postId, described, { userId: item.owner, onSaved, signal });
    }
    case 'post':
      // An album takes no descriptions here, and a moment without photos has none.
      return api(posts.edit, { id, ...written, ...(alts.length > 0 && { alts }) }, { signal });
    case 'comment':
      return api(comments.edit, { id, ...written }, { signal }).then((edited) =>
        showEditedComment(client, postId, edited),
      );
  }
};

/** Saves edits. */
export const sender: Sender = {
  send: async (item, { client, signal }) => {
    if (isReplaced(item)) return null;
    try {
      await save(item, client, signal);
    } catch (error) {
      if (!isRefusal(error) || !isReplaced(item)) throw error;
    }
    return null;
  },
  arrived: (item, _, { client }) => {
    if (isReplaced(item)) return removeItems([item.id]);
    const { kind, postId } = EditInput.parse(item.input);
    toast({ title: words.edit.done });
    void refreshPosts(client);
    if (kind === 'photos') void client.invalidateQueries({ queryKey: ['/api', 'albums', postId] });
  },
  takeBack: (item) => {
    const { owner, place } = item;
    const all = notArrived(itemsIn(place));
    const { id: edited, ...edit } = EditInput.parse((all.at(-1) ?? item).input);
    // If the moment is still there, its dialog has these words.
    if (item.problem?.status === 404) return `/post/${edit.postId}`;
    if (editsOf(owner)[edited]) return null;
    keepEdit(owner, edited, edit);
    removeItems(all.map(({ id }) => id));
    return `/post/${edit.postId}`;
  },
};
