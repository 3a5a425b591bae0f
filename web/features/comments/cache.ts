import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import * as comments from '../../../contract/comments.ts';
import type { Output } from '../../../contract/endpoint.ts';
import type { Comment } from '../../../contract/shapes.ts';
import { api, toastError } from '../../data/api.ts';
import { refreshPost } from '../../data/refresh-posts.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { words } from '../../words/words.ts';

type Page = Output<typeof comments.list>;
type Pages = InfiniteData<Page, string | null>;

/** The comments of a post, or of one photo in it: the newest page first, each page in reading order. */
export const commentsOf = (postId: string, photoId?: string) =>
  infiniteQueryFor(comments.list, (place) => ({ id: postId, ...(photoId && { photoId }), ...place }));

/**
 * All loaded comments, oldest first and each once: between two requests a comment may have moved to the other page.
 */
export const inReadingOrder = (pages: readonly Page[]): Comment[] => [
  ...new Map(
    pages.toReversed().flatMap((page) => page.items.map((comment) => [comment.id, comment] as const)),
  ).values(),
];

/** Shows a changed list before the refetch, and refetches the post for its count. */
const changeComments = (
  client: QueryClient,
  postId: string,
  change: (items: readonly Comment[], page: number) => Comment[],
): void => {
  client.setQueryData<Pages>(
    commentsOf(postId).queryKey,
    (data) =>
      data && { ...data, pages: data.pages.map((page, at) => ({ ...page, items: change(page.items, at) })) },
  );
  void refreshPost(client, postId);
};

/** Shows a new comment before the refetch. The live event may have arrived before the answer: it is not added twice. */
export const showAddedComment = (client: QueryClient, postId: string, added: Comment): void => {
  changeComments(client, postId, (items, page) =>
    page === 0 ? [...items.filter(({ id }) => id !== added.id), added] : [...items],
  );
  // The photo that it is about says so, too.
  if (added.photo) void client.invalidateQueries({ queryKey: ['/api', 'posts', postId] });
};

/** Shows an edited comment before the refetch. */
export const showEditedComment = (client: QueryClient, postId: string, edited: Comment): void =>
  changeComments(client, postId, (items) => items.map((item) => (item.id === edited.id ? edited : item)));

export const useDeleteComment = (postId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(comments.remove, { id }),
    onSuccess: (_, id) =>
      changeComments(client, postId, (items) => items.filter((comment) => comment.id !== id)),
    onError: (error) => {
      toastError(error, words.conversation.deleteFailed);
      void client.invalidateQueries({ queryKey: commentsOf(postId).queryKey });
    },
  });
};

/** A first comment with its answers. `first` is null if it is on a page that is not loaded yet. */
export interface Thread {
  id: string;
  first: Comment | null;
  answers: Comment[];
}

/** Groups comments in reading order into threads. An answer to a deleted comment begins a thread. */
export const threadsOf = (loaded: readonly Comment[]): Thread[] => {
  const threads = new Map<string, Thread>();
  for (const comment of loaded) {
    const id = comment.replyTo ?? comment.id;
    const thread = threads.get(id) ?? { id, first: null, answers: [] };
    threads.set(id, thread);
    if (comment.replyTo === null) thread.first = comment;
    else thread.answers.push(comment);
  }
  return [...threads.values()];
};
