// Loads only while an edit waits for a connection.
import type { QueryClient } from '@tanstack/react-query';
import * as comments from '../../../../contract/comments.ts';
import * as posts from '../../../../contract/posts.ts';
import { loseSession } from '../../../app/session.tsx';
import { ApiError, api, errorText, isRefusal } from '../../../data/api.ts';
import {
  type Described,
  dropDescribed,
  dropEdit,
  type Edit,
  editsOf,
  keepEdit,
} from '../../../data/edits.ts';
import { toContent } from '../../mentions/written.ts';
import { refreshPosts } from '../../../data/refresh-posts.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';
import { saveDescriptions } from '../card/save-descriptions.ts';

const texts = words.edit;

const send = (userId: string, id: string, edit: Edit, signal: AbortSignal): Promise<unknown> => {
  const { kind, postId, content, named, alts, described = {} } = edit;
  const written = toContent({ text: content, named });
  switch (kind) {
    case 'photos': {
      const onSaved = (saved: Described) => dropDescribed(userId, id, saved);
      return saveDescriptions(postId, described, { userId, onSaved, signal });
    }
    case 'post':
      // An album takes no descriptions here, and a moment without photos has none.
      return api(posts.edit, { id, ...written, ...(alts.length > 0 && { alts }) }, { signal });
    case 'comment':
      return api(comments.edit, { id, ...written }, { signal });
  }
};

/** Without an answer, or with a 5xx, something keeps waiting; after a 401 until its member signs in again. */
export const hasToDecide = (client: QueryClient, error: unknown): error is ApiError => {
  if (error instanceof ApiError && error.status === 401) loseSession(client, error, 'login');
  const decides = isRefusal(error);
  if (!decides) console.warn(error);
  return decides;
};

const explain = (client: QueryClient, userId: string, id: string, error: unknown): void => {
  if (!hasToDecide(client, error)) return;
  const edit = editsOf(userId)[id];
  if (error.status === 404) dropEdit(userId, id);
  else if (edit) keepEdit(userId, id, { ...edit, waiting: false });
  toast({ title: texts.failed, text: errorText(error), tone: 'destructive' });
};

/** Saves the waiting edits of this member, oldest first. */
export const sendEdits = async (client: QueryClient, userId: string, signal: AbortSignal): Promise<void> => {
  const waiting = Object.entries(editsOf(userId)).filter(([, edit]) => edit.waiting);
  for (const [id, edit] of waiting.toSorted(([, a], [, b]) => a.at - b.at)) {
    try {
      await send(userId, id, edit, signal);
      // It may have been changed meanwhile.
      if (editsOf(userId)[id]?.at === edit.at) dropEdit(userId, id);
      toast({ title: texts.done });
      void refreshPosts(client);
      if (edit.kind === 'photos')
        void client.invalidateQueries({ queryKey: ['/api', 'albums', edit.postId] });
    } catch (error) {
      if (signal.aborted) return;
      explain(client, userId, id, error);
    }
  }
};
