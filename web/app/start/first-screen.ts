import type { Post } from '../../../contract/shapes.ts';
import { type Answers, takeAnswers } from '../../data/embedded.ts';
import { recall } from '../../data/browser-storage.ts';
import { prefetch } from '../../data/prefetch.ts';
import { sizesOf, srcSetOf } from '../../features/posts/card/photo-sizes.ts';

const feedUrl = '/api/posts/feed';

const isPost = (value: unknown): value is Post =>
  typeof value === 'object' && value !== null && 'images' in value && 'circles' in value;

/** Requests the photos of the first moment, which would otherwise wait for the code that draws it. */
const loadFirstPhotos = (answers: Answers): void => {
  const items: unknown = Reflect.get(Object(answers[feedUrl]), 'items');
  const first: unknown = Array.isArray(items) ? items[0] : null;
  if (!isPost(first)) return;
  for (const [index, photo] of first.images.slice(0, 3).entries()) {
    const image = new Image();
    image.fetchPriority = 'high';
    image.sizes = sizesOf(first.images.length, index);
    image.srcset = srcSetOf(photo);
  }
};

/** Requests the session and, for a member who opens their home page, the feed and its code. */
const prefetchAnswers = async (): Promise<void> => {
  try {
    const { ok } = await prefetch('/api/user');
    if (!ok || !['/', '/home'].includes(location.pathname) || location.search !== '') return;
    await Promise.all([prefetch(feedUrl), import('../../features/posts/feed/feed.tsx')]);
  } catch {
    // The code that takes the answer, or imports the module, reports the failure.
  }
};

/**
 * Begins the first screen while the app's own code is still loading. Returns the answers that came inside the document;
 * where it has none, requests them, which saves 1.5 s on a slow connection.
 */
export const beginFirstScreen = (): Answers | null => {
  const answers = takeAnswers();
  // Another member's session has to be ended first.
  if (recall('owedSignOut') !== null) return null;
  if (answers) loadFirstPhotos(answers);
  else void prefetchAnswers();
  return answers;
};
