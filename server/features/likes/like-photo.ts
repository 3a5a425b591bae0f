import { sql } from 'kysely';
import { findPhoto, type FoundPhoto } from '../../access/find/images.ts';
import { findAudienceAmong } from '../../access/readers/audience.ts';
import { col } from '../../access/rules/sees.ts';
import { seesHeartOfSeenPhoto } from '../../access/rules/sees-talk.ts';
import type { Viewer } from '../../access/viewer.ts';
import {
  type Database,
  onlyRow,
  prepared,
  type StatementRunner,
  type Tx,
} from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { publish } from '../../platform/events/hub.ts';
import type { LikeState } from './like.ts';
import { tellOfLike, withdrawLikeNews } from './news.ts';

// Not in the table of likes, because these also keep counters and the popular order (docs/decisions/0059).

type Given = { image: number; giver: number };

const selectState = prepared<Given, { likes_count: number; is_liked: number | boolean }>({
  name: 'heart_state',
  parameters: ['image', 'giver'],
  text: ({ image, giver }) => sql`
    select count(*) as likes_count, count(case when given.user_id = ${giver} then 1 end) as is_liked
    from images i join posts p on p.id = i.post_id join photo_likes given on given.image_id = i.id
    where i.id = ${image} and ${seesHeartOfSeenPhoto(giver, col('given.user_id'), { image: 'i', post: 'p' })}`,
});

const insertHeart = prepared<Given & { now: number }, { image_id: number }>({
  name: 'insert_heart',
  parameters: ['image', 'giver', 'now'],
  text: ({ image, giver, now }) => sql`
    insert into photo_likes (image_id, user_id, created_at) values (${image}, ${giver}, ${now})
    on conflict do nothing returning image_id`,
});

const placeHeart = prepared<Given & { post: number }, { circle_id: number }>({
  name: 'place_heart',
  parameters: ['image', 'giver', 'post'],
  text: ({ image, giver, post }) => sql`
    insert into photo_like_circles (image_id, user_id, circle_id, post_id)
    select cast(${image} as bigint), m.user_id, pc.circle_id, pc.post_id from post_circles pc
    join circles c on c.id = pc.circle_id and c.kind = 'shared'
    join circle_members m on m.circle_id = pc.circle_id and m.user_id = ${giver}
    where pc.post_id = ${post} returning circle_id`,
});

const deleteHeart = prepared<Given, { image_id: number }>({
  name: 'delete_heart',
  parameters: ['image', 'giver'],
  text: ({ image, giver }) => sql`
    delete from photo_likes where image_id = ${image} and user_id = ${giver} returning image_id`,
});

const circlesOf = prepared<Given, { circle_id: number }>({
  name: 'circles_of_heart',
  parameters: ['image', 'giver'],
  text: ({ image, giver }) => sql`
    select circle_id from photo_like_circles where image_id = ${image} and user_id = ${giver}`,
});

const stateOf = async (from: StatementRunner, viewer: Viewer, photo: FoundPhoto): Promise<LikeState> => {
  const row = onlyRow(await from.run(selectState, { image: photo.id, giver: viewer.id }));
  return { isLiked: Number(row.is_liked) > 0, likesCount: row.likes_count };
};

const likeOf = (viewer: Viewer, photo: FoundPhoto, circles: readonly { circle_id: number }[]) => ({
  like: {
    post: photo.post.id,
    giver: viewer.id,
    circles: circles.map((row) => row.circle_id),
    adder: photo.adderId,
  },
});

// A narrowing that runs concurrently takes its circles from hearts, too.
const findLocked = async (tx: Tx, viewer: Viewer, id: string): Promise<FoundPhoto> => {
  const photo = await findPhoto(tx, viewer, id);
  await lockRows(tx, tx.q.selectFrom('posts').select('id').where('id', '=', photo.post.id));
  return findPhoto(tx, viewer, id);
};

/** Idempotent. @throws missing */
export const likePhoto = (db: Database, viewer: Viewer, id: string): Promise<LikeState> =>
  db.write(async (tx) => {
    const photo = await findLocked(tx, viewer, id);
    const heart = { image: photo.id, giver: viewer.id };
    const [added] = await tx.run(insertHeart, { ...heart, now: Date.now() });
    if (added) {
      const to = likeOf(viewer, photo, await tx.run(placeHeart, { ...heart, post: photo.post.id }));
      if ((await findAudienceAmong(tx.q, to, [photo.adderId])).length > 0)
        await tellOfLike(tx, { ...heart, post: photo.post.id, to: photo.adderId });
      await publish(tx, { kind: 'like', id: photo.post.publicId, to });
    }
    return stateOf(tx, viewer, photo);
  });

/** Idempotent. @throws missing */
export const unlikePhoto = (db: Database, viewer: Viewer, id: string): Promise<LikeState> =>
  db.write(async (tx) => {
    const photo = await findLocked(tx, viewer, id);
    const heart = { image: photo.id, giver: viewer.id };
    const to = likeOf(viewer, photo, await tx.run(circlesOf, heart));
    const [gone] = await tx.run(deleteHeart, heart);
    if (gone) {
      await withdrawLikeNews(tx, { ...heart, post: photo.post.id, to: photo.adderId });
      await publish(tx, { kind: 'like', id: photo.post.publicId, to });
    }
    return stateOf(tx, viewer, photo);
  });
