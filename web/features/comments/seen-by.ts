import { useQuery } from '@tanstack/react-query';
import * as circles from '../../../contract/circles.ts';
import type { Post } from '../../../contract/shapes.ts';
import { queryFor } from '../../data/query.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';

const texts = words.conversation.seenBy;

/**
 * Says who will see the viewer's comment: it belongs to the post's shared circles that its writer is in (COMMENT-2).
 * Null while loading.
 */
export const useSeenBy = (post: Post, viewerId: string): string | null => {
  const mine = post.authorId === viewerId;
  const { data } = useQuery({ ...queryFor(circles.list, {}), enabled: mine || post.circles.length > 0 });
  if (!mine && post.circles.length === 0) return texts.author({ name: displayName(post.author) });
  if (mine && post.circles.length === 0) return texts.nobody;
  if (!data) return null;
  const shared = new Set(data.filter(({ kind }) => kind === 'shared').map(({ id }) => id));
  const names = post.circles.filter(({ id }) => shared.has(id)).map(({ name }) => name);
  if (names.length > 0) return texts.circles({ circles: names });
  return mine ? texts.nobody : texts.author({ name: displayName(post.author) });
};
