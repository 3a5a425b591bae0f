import assert from 'node:assert/strict';
import * as comments from '../../contract/comments.ts';
import type { Output, Sent } from '../../contract/endpoint.ts';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { letGo } from '../../contract/audience/let-go.ts';
import { Actor, type Answer, formOf } from '../../server/features/scenarios/actor.ts';

export { type Answer, formOf };

/** The `message` of an error's body. */
export const messageOf = (answer: Answer): unknown => Reflect.get(Object(answer.json), 'message');

/** The addresses of a post's photos, in every size, videos and voice. */
export const mediaOf = ({ images, voice }: Pick<Post, 'images' | 'voice'>): { url: string }[] => [
  ...images.flatMap(({ variants, video }) => [...variants, ...(video ? [video] : [])]),
  ...(voice ? [voice] : []),
];

/** The names of a post's photos and voice, as devices keep them. */
const photoNames = ({ images, voice }: Pick<Post, 'images' | 'voice'>): string[] =>
  [...images, ...(voice ? [voice] : [])].map(({ url }) => /\/([0-9a-f]{32})-/.exec(url)?.[1] ?? url);

/** An actor who checks what they see. */
export class Person extends Actor {
  constructor(name: string, url: string) {
    super(name, `${name.toLowerCase()}@example.org`, url);
  }

  /** Returns the texts of the comments that this person reads under a post. */
  async reads(post: Post): Promise<string[]> {
    const { items } = await this.ask(comments.list, { id: post.id });
    return items.map((comment) => comment.content);
  }

  async feed(more: Sent<typeof posts.feed> = {}): Promise<Output<typeof posts.feed>> {
    return this.ask(posts.feed, more);
  }

  /** The answer to a device of this person that keeps the post and its photos. */
  async #letsGo(post: Post): Promise<Output<typeof letGo>> {
    return this.ask(letGo, { posts: [post.id], photos: photoNames(post) });
  }

  /** Checks that the post appears at every endpoint that could show it. */
  async sees(post: Post): Promise<void> {
    const { status, text } = await this.call(posts.get, { id: post.id });
    assert.equal(status, 200, `${this.name} should see the post: ${text}`);
    for (const image of mediaOf(post)) {
      assert.equal(
        (await this.request('GET', image.url)).status,
        200,
        `${this.name} should see ${image.url}`,
      );
    }
    assert.deepEqual(await this.#letsGo(post), { photos: [], posts: [] }, `${this.name} keeps the post`);
  }

  /** Checks that the post appears nowhere: not by id, in no list, and its photos are not served. */
  async doesNotSee(post: Post): Promise<void> {
    const byId = await this.call(posts.get, { id: post.id });
    assert.equal(byId.status, 404, `${this.name} should not see the post`);
    for (const sort of ['newest', 'oldest', 'popular'] as const) {
      const { items } = await this.feed({ sort, limit: '50' });
      assert.ok(!items.some(({ id }) => id === post.id), `${this.name} should not find the post in the feed`);
    }
    const ofAuthor = await this.call(posts.ofMember, { usernameOrId: post.authorId });
    assert.ok(!ofAuthor.text.includes(post.id), `${this.name} should not find the post on the profile`);
    for (const image of mediaOf(post)) {
      for (const path of [image.url, image.url.replace('/uploads/', '/api/images/')]) {
        assert.equal((await this.request('GET', path)).status, 404, `${this.name} should not see ${path}`);
      }
    }
    const lost = { photos: photoNames(post), posts: [post.id] };
    assert.deepEqual(await this.#letsGo(post), lost, `${this.name} should let the post go`);
  }
}
