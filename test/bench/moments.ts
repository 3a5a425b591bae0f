import { popularityStep } from '../../server/platform/db/schema/posts.ts';
import { Chance } from './chance.ts';
import type { Filler, Row } from './filler.ts';
import { began, firstBig, firstLively, inFifty, memberCount, type People } from './people.ts';

const sentences = [
  'The first frost came early, and the garden is white to the fence.',
  'We baked two loaves this morning; one of them did not see noon.',
  'Does anybody still have the key of the boat house?',
  'Walked the long way home along the river, twelve kilometres and one heron.',
  'She took her first steps today, from the sofa to the cat.',
  'Rehearsal is at seven on Thursday, bring the blue scores.',
];

const widths = JSON.stringify([480, 1_080, 2_048].map((width) => ({ name: String(width), width })));
const placeholder = 'IQgGDYJoZ4iAd3iIeIiIh3d4d4B3CIcA';
const atOnce = 20_000;

interface Drawn {
  id: number;
  author: number;
  circles: number[];
  at: number;
}

const drawPost = (chance: Chance, people: People, id: number, posts: number): Drawn => {
  const isLively = chance.share() < 0.5;
  const proposed = isLively ? firstLively + chance.below(firstBig - firstLively) : 0;
  const author = isLively
    ? chance.pick(people.members[proposed] ?? [])
    : inFifty.to + 1 + chance.below(memberCount - inFifty.to);
  const circles = new Set<number>(isLively ? [proposed] : []);
  const wanted = chance.pick([1, 1, 1, 1, 1, 1, 1, 2, 2, 3]);
  while (circles.size < wanted) {
    const circle = chance.pick(people.circles[author] ?? []);
    // Nobody posts to another member's private circle.
    circles.add(people.isShared(circle) || people.members[circle]?.[0] === author ? circle : author);
    if (circles.size < wanted && chance.below(3) === 0) break;
  }
  return { id, author, circles: [...circles], at: began + Math.floor((id / posts) * 10_000_000_000) };
};

/** A batch of rows for each table of moments. */
class Batch {
  readonly posts: Row[] = [];
  readonly postCircles: Row[] = [];
  readonly images: Row[] = [];
  readonly likes: Row[] = [];
  readonly likeCircles: Row[] = [];
  readonly comments: Row[] = [];
  readonly commentCircles: Row[] = [];

  async writeTo(filler: Filler): Promise<void> {
    await filler.insert(
      'posts',
      'id public_id author_id content likes_count comments_count created_at',
      this.posts,
    );
    await filler.insert(
      'post_circles',
      'circle_id post_id author_id comments_count likes_count popularity',
      this.postCircles,
    );
    await filler.insert(
      'images',
      'id public_id owner_id kind post_id position width height placeholder variants bytes created_at',
      this.images,
    );
    await filler.insert('likes', 'post_id user_id created_at', this.likes);
    await filler.insert('like_circles', 'post_id user_id circle_id', this.likeCircles);
    await filler.insert('comments', 'id public_id post_id author_id content created_at', this.comments);
    await filler.insert('comment_circles', 'comment_id circle_id', this.commentCircles);
  }
}

/**
 * Writes posts with one like and 0.6 comments each on average, a photo on every third, and all counters.
 * @returns the number of posts of each member
 */
export const fillMoments = async (filler: Filler, people: People, posts: number): Promise<Uint32Array> => {
  const chance = new Chance(3);
  const postsOf = new Uint32Array(memberCount + 1);
  let commentId = 0;
  let batch = new Batch();

  const addPost = (post: Drawn): void => {
    postsOf[post.author] = (postsOf[post.author] ?? 0) + 1;
    const readers = people.members[post.circles[0] ?? 0] ?? [];
    const likes = Math.min(chance.pick([0, 0, 0, 1, 1, 2, 3]), readers.length);
    const firstLiker = chance.below(readers.length);
    const inCircle = new Map(post.circles.map((circle) => [circle, { comments: 0, likes: 0 }]));
    // The shared circles of the post that a member is in, with their counters.
    const circlesOf = (member: number) =>
      [...inCircle].filter(([circle]) => people.isShared(circle) && people.isIn(circle, member));
    for (let like = 0; like < likes; like++) {
      const giver = readers[(firstLiker + like) % readers.length] ?? 0;
      batch.likes.push([post.id, giver, post.at]);
      for (const [circle, counters] of circlesOf(giver)) {
        batch.likeCircles.push([post.id, giver, circle]);
        counters.likes++;
      }
    }
    const comments = chance.pick([0, 0, 0, 1, 2]);
    for (let comment = 0; comment < comments; comment++) {
      commentId++;
      const writer = chance.pick(readers);
      batch.comments.push([commentId, chance.id(), post.id, writer, chance.pick(sentences), post.at]);
      for (const [circle, counters] of circlesOf(writer)) {
        batch.commentCircles.push([commentId, circle]);
        counters.comments++;
      }
    }
    const content = `${chance.pick(sentences)} ${chance.pick(sentences)}`;
    batch.posts.push([post.id, chance.id(), post.author, content, likes, comments, post.at]);
    const popularity = (likes + comments) * popularityStep + post.id;
    for (const [circle, counters] of inCircle)
      batch.postCircles.push([circle, post.id, post.author, counters.comments, counters.likes, popularity]);
    if (post.id % 3 === 0) {
      // The first keys belong to profile pictures.
      const image = memberCount + post.id / 3;
      batch.images.push([
        image,
        chance.id(),
        post.author,
        'photo',
        post.id,
        0,
        2_048,
        1_536,
        placeholder,
        widths,
        500_000,
        post.at,
      ]);
    }
  };

  for (let id = 1; id <= posts; id++) {
    addPost(drawPost(chance, people, id, posts));
    if (id % atOnce !== 0 && id !== posts) continue;
    await batch.writeTo(filler);
    batch = new Batch();
  }
  return postsOf;
};
