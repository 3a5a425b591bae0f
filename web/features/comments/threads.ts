import type { Comment } from '../../../contract/shapes.ts';

/** A first comment with its answers. `first` is null if it is on a page that is not loaded yet. */
export interface Thread {
  id: string;
  first: Comment | null;
  answers: Comment[];
}

/** Groups comments in reading order into threads. An answer to a deleted comment begins a thread. */
export const threadsOf = (comments: readonly Comment[]): Thread[] => {
  const threads = new Map<string, Thread>();
  for (const comment of comments) {
    const id = comment.replyTo ?? comment.id;
    const thread = threads.get(id) ?? { id, first: null, answers: [] };
    threads.set(id, thread);
    if (comment.replyTo === null) thread.first = comment;
    else thread.answers.push(comment);
  }
  return [...threads.values()];
};
