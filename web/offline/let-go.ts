import * as z from 'zod/mini';
import { limits } from '../../contract/limits.ts';
import { ask, forgetAnswers, type LetGo } from './ask-kept.ts';
import { forgetPhotos, keptPhotoNames, removePhotos } from './kept-photos.ts';
import { changeOffline, readOffline, replaceIn } from './offline-db.ts';

const KeptFeed = z.looseObject({
  page: z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) }),
  news: z._default(z.array(z.looseObject({ actionUrl: z.nullable(z.string()) })), []),
});

/** The id of the moment that a notification is about; null for others. */
const momentOf = ({ actionUrl }: { actionUrl: string | null }): string | null =>
  /^\/post\/(\w+)$/.exec(actionUrl ?? '')?.[1] ?? null;

const feedIds = async (): Promise<string[]> => {
  const kept = KeptFeed.safeParse(await readOffline('feed', 'last')).data;
  return kept
    ? [...kept.page.items.map(({ id }) => id), ...kept.news.flatMap((one) => momentOf(one) ?? [])]
    : [];
};

const removeFromFeed = (ids: readonly string[]): Promise<unknown> =>
  changeOffline('feed', (store) =>
    replaceIn(store, 'last', (value) => {
      const kept = KeptFeed.safeParse(value).data;
      if (!kept) return undefined;
      const items = kept.page.items.filter(({ id }) => !ids.includes(id));
      const news = kept.news.filter((one) => !ids.includes(momentOf(one) ?? ''));
      return { ...kept, page: { ...kept.page, items }, news };
    }),
  );

/** Usually one question: only pages that have shown hundreds of moments need more. */
const askAboutAll = async (
  photos: readonly string[],
  posts: readonly string[],
  isEverything: boolean,
): Promise<LetGo> => {
  const found: Exclude<LetGo, string> = { photos: [], posts: [] };
  for (let from = 0; from === 0 || from < posts.length; from += limits.keptIds) {
    const answer = await ask({
      photos: from === 0 ? photos : [],
      posts: posts.slice(from, from + limits.keptIds),
      ...(isEverything && posts.length <= limits.keptIds && { everything: true }),
    });
    if (typeof answer === 'string') return answer;
    found.photos.push(...answer.photos);
    found.posts.push(...answer.posts);
  }
  return found;
};

/** The first answer, and others if what the device keeps has changed while it asked. */
const maxRounds = 3;

/**
 * Asks about everything that this browser keeps, and deletes what its member no longer sees: photos, moments of the
 * stored feed, and notifications about them. Asks again until nothing is left to delete, so that the server knows.
 * @param shown ids of the moments that open pages have in memory
 * @param isEverything whether every open page has named its moments
 * @returns those of them that the pages have to drop; or why there was no answer
 */
export const letGo = async (
  shown: readonly string[],
  isEverything: boolean,
): Promise<string[] | Exclude<LetGo, object>> => {
  forgetAnswers();
  const gone = new Set<string>();
  for (let round = 0; round < maxRounds; round++) {
    const left = shown.filter((id) => !gone.has(id));
    const posts = [...new Set([...(await feedIds()), ...left])];
    const answer = await askAboutAll(await keptPhotoNames(), posts, isEverything);
    if (answer === 'signed-out') await forgetPhotos();
    if (typeof answer === 'string') return answer;
    if (answer.photos.length + answer.posts.length === 0) break;
    await removePhotos(answer.photos);
    await removeFromFeed(answer.posts);
    for (const id of answer.posts) gone.add(id);
  }
  return [...gone];
};
