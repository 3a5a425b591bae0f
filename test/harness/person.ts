import assert from 'node:assert/strict';
import type * as z from 'zod/mini';
import * as auth from '../../contract/auth.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import {
  type Endpoint,
  type Output,
  pathParameters,
  sendsQuery,
  type Sent,
} from '../../contract/endpoint.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { letGo } from '../../contract/audience/let-go.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
}

interface Request {
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  body?: BodyInit;
}

const fieldsOf = (input: unknown): [string, unknown][] =>
  typeof input === 'object' && input !== null ? Object.entries(input) : [];

/** Makes a form of these fields: a `Blob` becomes a file, a text stays unchanged, everything else becomes JSON. */
export const formOf = (fields: object): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.set(name, value, 'file');
    else if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
};

/** The `message` of an error's body. */
export const messageOf = (answer: Answer): unknown => Reflect.get(Object(answer.json), 'message');

/** The addresses of a post's photos, in every size, and videos. */
export const mediaOf = (post: Pick<Post, 'images'>): { url: string }[] =>
  post.images.flatMap(({ variants, video }) => [...variants, ...(video ? [video] : [])]);

/** The names of a post's photos, as devices keep them. */
const photoNames = (post: Pick<Post, 'images'>): string[] =>
  post.images.map(({ url }) => /\/([0-9a-f]{32})-/.exec(url)?.[1] ?? url);

/** A person with a separate cookie jar, speaking HTTP. A visitor until they sign in. */
export class Person {
  readonly name: string;
  readonly url: string;
  readonly email: string;
  id = '';
  cookie: string | null = null;

  constructor(name: string, url: string) {
    this.name = name;
    this.url = url;
    this.email = `${name.toLowerCase()}@example.org`;
  }

  async fetch(method: string, path: string, request: Request = {}): Promise<Response> {
    const headers = new Headers(request.headers);
    if (this.cookie !== null) headers.set('cookie', this.cookie);
    let body = request.body ?? request.form ?? null;
    if (request.json !== undefined) {
      headers.set('content-type', 'application/json');
      body = JSON.stringify(request.json);
    }
    return fetch(this.url + path, { method, headers, body, redirect: 'manual' });
  }

  async request(method: string, path: string, request: Request = {}): Promise<Answer> {
    const response = await this.fetch(method, path, request);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const json: unknown = isJson && text !== '' ? JSON.parse(text) : null;
    return { status: response.status, headers: response.headers, text, json };
  }

  /** Calls an endpoint and returns the answer, whatever its status. */
  async call(endpoint: Endpoint, input: Record<string, unknown> | FormData = {}): Promise<Answer> {
    if (input instanceof FormData) return this.request(endpoint.method, endpoint.path, { form: input });
    let path = endpoint.path;
    const rest = { ...input };
    for (const name of pathParameters(endpoint.path)) {
      path = path.replace(`:${name}`, encodeURIComponent(String(rest[name])));
      delete rest[name];
    }
    if (sendsQuery(endpoint)) {
      const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
      return this.request(endpoint.method, query.size > 0 ? `${path}?${query}` : path);
    }
    return this.request(endpoint.method, path, { json: rest });
  }

  /** Calls an endpoint and expects it to succeed. */
  async ask<E extends Endpoint>(endpoint: E, input: Sent<E> | FormData): Promise<Output<E>> {
    const answer = await this.call(
      endpoint,
      input instanceof FormData ? input : Object.fromEntries(fieldsOf(input)),
    );
    assert.ok(
      answer.status >= 200 && answer.status < 300,
      `${this.name}: ${endpoint.method} ${endpoint.path} answered ${answer.status} ${answer.text}`,
    );
    if (endpoint.output === null) return null as Output<E>;
    const parsed = (endpoint.output satisfies z.ZodMiniType).parse(answer.json);
    return parsed as Output<E>;
  }

  async signIn(password: string): Promise<void> {
    const answer = await this.call(auth.login, { email: this.email, password });
    assert.equal(answer.status, 200, `${this.name} cannot sign in: ${answer.text}`);
    const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    this.cookie = cookie.join('; ');
    this.id = auth.login.output.parse(answer.json).id;
  }

  makesCircle(name: string, more: Partial<Sent<typeof circles.create>> = {}): Promise<Circle> {
    return this.ask(circles.create, { name, ...more });
  }

  adds(person: Person, circle: Circle): Promise<Circle> {
    return this.ask(circles.addMember, { id: circle.id, userId: person.id });
  }

  async removes(person: Person, circle: Circle): Promise<void> {
    await this.ask(circles.removeMember, { id: circle.id, memberId: person.id });
  }

  posts(
    content: string,
    {
      to,
      photos = [],
      photoIds = [],
      more = {},
    }: {
      to: Circle | Circle[];
      photos?: Uint8Array[];
      photoIds?: string[];
      /** Further fields of the form. */
      more?: Readonly<Record<string, string>>;
    },
  ): Promise<Post> {
    const form = new FormData();
    form.set('content', content);
    form.set('circleIds', JSON.stringify([to].flat().map((circle) => circle.id)));
    form.set('photoIds', JSON.stringify(photoIds));
    for (const [name, value] of Object.entries(more)) form.set(name, value);
    for (const photo of photos) form.append('media', new Blob([new Uint8Array(photo)]), 'photo.jpg');
    return this.ask(posts.create, form);
  }

  async comments(
    post: Post,
    content: string,
    more: { replyTo?: string; mentions?: string[] } = {},
  ): Promise<z.output<typeof comments.add.output>> {
    return this.ask(comments.add, { id: post.id, content, ...more });
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
