import * as circles from '../../../contract/circles.ts';
import {
  type Endpoint,
  type Output,
  pathParameters,
  sendsQuery,
  type Sent,
} from '../../../contract/endpoint.ts';
import * as comments from '../../../contract/comments.ts';
import * as posts from '../../../contract/posts.ts';
import type { Circle, Post } from '../../../contract/shapes.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Milliseconds until the last byte of an answer. */
  took: number;
}

interface Request {
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

/** The password of everybody on the stage. */
export const password = 'three-borrowed-ladders';

export type Photo = Uint8Array<ArrayBuffer>;

const fieldsOf = (input: unknown): [string, unknown][] =>
  typeof input === 'object' && input !== null ? Object.entries(input) : [];

const withIn = (path: string, values: Record<string, unknown>): string =>
  pathParameters(path).reduce(
    (address, name) => address.replace(`:${name}`, encodeURIComponent(written(values[name]))),
    path,
  );

/** A value, encoded for a URL. */
export const written = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** An invented person with a separate cookie jar. Without a cookie they are a visitor. */
export class Actor {
  readonly name: string;
  readonly email: string;
  readonly #url: string;
  id = '';
  cookie: string | null = null;

  constructor(name: string, email: string, url: string) {
    this.name = name;
    this.email = email;
    this.#url = url;
  }

  async fetch(method: string, path: string, { json, form, headers }: Request = {}): Promise<Response> {
    const all = new Headers(headers);
    if (this.cookie !== null) all.set('cookie', this.cookie);
    if (json !== undefined) all.set('content-type', 'application/json');
    const body = json === undefined ? (form ?? null) : JSON.stringify(json);
    return fetch(this.#url + path, { method, headers: all, body, redirect: 'manual' });
  }

  async request(method: string, path: string, request: Request = {}): Promise<Answer> {
    const began = performance.now();
    const response = await this.fetch(method, path, request);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, took: performance.now() - began };
  }

  /** Calls an endpoint and returns the answer, whatever its status. */
  async call(endpoint: Endpoint, input: Record<string, unknown> | FormData = {}): Promise<Answer> {
    if (input instanceof FormData) return this.request(endpoint.method, endpoint.path, { form: input });
    const inPath = pathParameters(endpoint.path);
    const path = withIn(endpoint.path, input);
    const rest = Object.entries(input).filter(([name]) => !inPath.includes(name));
    if (!sendsQuery(endpoint)) {
      return this.request(endpoint.method, path, { json: Object.fromEntries(rest) });
    }
    const query = new URLSearchParams(rest.map(([name, value]) => [name, written(value)]));
    return this.request(endpoint.method, query.size > 0 ? `${path}?${query}` : path);
  }

  /**
   * Calls an endpoint that must succeed.
   * @throws when it does not
   */
  async ask<E extends Endpoint>(endpoint: E, input: Sent<E> | FormData): Promise<Output<E>> {
    const given = input instanceof FormData ? input : Object.fromEntries(fieldsOf(input));
    const answer = await this.call(endpoint, given);
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.status}`);
    }
    const read: unknown = endpoint.output === null ? null : endpoint.output.parse(JSON.parse(answer.text));
    // Parsed by the very schema that the type is made of.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    return read as Output<E>;
  }

  makesCircle(name: string, kind: 'shared' | 'private' = 'shared'): Promise<Circle> {
    return this.ask(circles.create, { name, kind });
  }

  async adds(circle: Circle, ...people: Actor[]): Promise<void> {
    for (const person of people) await this.ask(circles.addMember, { id: circle.id, userId: person.id });
  }

  async removes(circle: Circle, person: Actor): Promise<void> {
    await this.ask(circles.removeMember, { id: circle.id, memberId: person.id });
  }

  form(content: string, to: readonly Circle[], photos: readonly Photo[] = []): FormData {
    const form = new FormData();
    form.set('content', content);
    form.set('circleIds', JSON.stringify(to.map(({ id }) => id)));
    for (const photo of photos) form.append('media', new Blob([photo]), 'photo.png');
    return form;
  }

  posts(content: string, to: Circle, ...photos: Photo[]): Promise<Post> {
    return this.ask(posts.create, this.form(content, [to], photos));
  }

  async comments(post: Post, content: string): Promise<void> {
    await this.ask(comments.add, { id: post.id, content });
  }

  /** The statuses of all endpoints that could show a post. */
  async triesToSee(post: Post): Promise<number[]> {
    const paths = [
      `/api/posts/${post.id}`,
      `/api/posts/${post.id}/comments`,
      `/api/posts/${post.id}/liked`,
      ...post.images.flatMap((image) => image.variants.map(({ url }) => url)),
    ];
    const answers = await Promise.all(paths.map((path) => this.request('GET', path)));
    return answers.map(({ status }) => status);
  }

  /** Whether a text appears in any list that this person can read. */
  async findsAnywhere(text: string, author: Actor): Promise<boolean> {
    const paths = [
      '/api/posts/feed?limit=50',
      '/api/posts/feed?sort=oldest&limit=50',
      '/api/posts/feed?sort=popular&limit=50',
      '/api/posts/grouped-by-priority',
      `/api/posts/user/${author.id}`,
      '/api/notifications',
      '/api/circles',
      '/api/contacts',
      '/api/users/all',
    ];
    const answers = await Promise.all(paths.map((path) => this.request('GET', path)));
    return answers.some((answer) => answer.text.includes(text));
  }
}
