import assert from 'node:assert/strict';
import { compareQuestions } from './acts/question-acts.ts';
import type { Cast } from './cast.ts';
import { entries, field, idsOf, unordered } from './json.ts';
import type { Model } from './model.ts';
import type { PhotoModel, PostModel, Who } from './model-shapes.ts';

/** The people whose likes of a post, or hearts of a photo in it, the viewer sees, newest first. */
export const likersOf = (
  model: Model,
  viewer: Who,
  post: PostModel,
  { likes }: Pick<PostModel | PhotoModel, 'likes'> = post,
): Who[] => {
  const isSeen = ([giver, circles]: [Who, Set<string>]): boolean => {
    if (giver === viewer) return true;
    const present = [...circles].some((id) => model.circles.get(id)?.members.has(viewer));
    return (post.author === viewer || present) && model.seesPerson(viewer, giver);
  };
  return [...likes]
    .filter(isSeen)
    .map(([giver]) => giver)
    .toReversed();
};

/** Likes of moments, and hearts and comments of photos: exactly what the person sees. */
export const compareTalk = async (cast: Cast, who: Who): Promise<void> => {
  const { model } = cast;
  await compareQuestions(cast, who);
  const listed = async (url: string, givers: Who[] | null) => {
    const answer = await cast.get(who, url);
    assert.equal(answer.status, givers ? 200 : 404, `person ${who}: ${url}`);
    if (!givers) return;
    const ids = givers.map((giver) => cast.actor(giver).id);
    assert.deepEqual(idsOf(field(cast.json(answer), 'items')), ids, `person ${who}: ${url}`);
  };
  for (const post of model.posts.values()) {
    const isSeen = model.seesPost(who, post);
    await listed(`/api/posts/${post.id}/likes`, isSeen ? likersOf(model, who, post) : null);
    const seen = post.photos.filter((photo) => isSeen && model.seesPhoto(who, post, photo));
    for (const photo of post.photos)
      await listed(
        `/api/photos/${photo.id}/likes`,
        seen.includes(photo) ? likersOf(model, who, post, photo) : null,
      );
    if (!isSeen) continue;
    const talk = ({ id, likes }: PhotoModel) => [
      id,
      likes.has(who),
      likersOf(model, who, post, { likes }).length,
      [...model.comments.values()].filter(
        (one) => one.post === post.id && one.photo === id && model.seesComment(who, one),
      ).length,
    ];
    const told = (photos: unknown) =>
      unordered(
        entries(photos).map((photo) => [
          photo['id'],
          photo['isLiked'],
          photo['likesCount'],
          photo['commentsCount'],
        ]),
      );
    const opened = field(cast.json(await cast.get(who, `/api/posts/${post.id}`)), 'images');
    const shown = new Set(idsOf(opened));
    const known = unordered(seen.filter(({ id }) => shown.has(id)).map(talk));
    assert.deepEqual(told(opened), known, `person ${who}: the photos of a moment`);
    if (!post.album) continue;
    const all = cast.json(await cast.get(who, `/api/albums/${post.id}/photos?limit=50`));
    assert.deepEqual(
      told(field(all, 'items')),
      unordered(seen.map(talk)),
      `person ${who}: the photos of an album`,
    );
  }
};
