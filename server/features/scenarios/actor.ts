import * as auth from '../../../contract/auth.ts';
import * as circles from '../../../contract/circles.ts';
import * as comments from '../../../contract/comments.ts';
import {
  type Endpoint,
  type Output,
  requestOf,
  sendsQuery,
  type Sent,
  written,
} from '../../../contract/endpoint.ts';
import * as posts from '../../../contract/posts.ts';
import type { Circle, Comment, Post } from '../../../contract/shapes.ts';

/** The password of everybody on the stage. */
export const password = 'three-borrowed-ladders';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
  /** Milliseconds until the last byte. */
  took: number;
}

/** A call was answered, but not with success. */
export class CallFailed extends Error {
  override name = 'CallFailed';
}

interface Request {
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  body?: BodyInit;
}

interface Sharing {
  to: { id: string } | { id: string }[];
  photos?: readonly Uint8Array[];
  photoIds?: readonly string[];
  /** Further fields of the form. */
  more?: Readonly<Record<string, string>>;
}

const isObject = (input: unknown): input is object => typeof input === 'object' && input !== null;

/** Makes a form of these fields: each `Blob` becomes a file, a text stays unchanged, everything else becomes JSON. */
export const formOf = (fields: object): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    const files = [value].flat().filter((entry) => entry instanceof Blob);
    for (const file of files) form.append(name, file, 'file');
    if (files.length === 0 && value !== undefined) form.set(name, written(value));
  }
  return form;
};

/** The form of a moment. */
export const momentForm = (
  content: string,
  { to, photos = [], photoIds = [], more = {} }: Sharing,
): FormData =>
  formOf({
    content,
    circleIds: [to].flat().map(({ id }) => id),
    photoIds,
    ...more,
    ...(photos.length > 0 && { media: photos.map((photo) => new Blob([new Uint8Array(photo)])) }),
  });

/** An invented person who speaks HTTP, with a separate cookie jar; a visitor until they sign in. */
export class Actor {
  readonly name: string;
  readonly email: string;
  readonly url: string;
  id = '';
  cookie: string | null = null;

  constructor(name: string, email: string, url: string) {
    this.name = name;
    this.email = email;
    this.url = url;
  }

  async fetch(method: string, path: string, request: Request = {}): Promise<Response> {
    // An address that a test did not find would be answered with the page of Home.
    if (path === '') throw new Error(`${this.name} asks for nothing`);
    const headers = new Headers(request.headers);
    if (this.cookie !== null) headers.set('cookie', this.cookie);
    if (request.json !== undefined) headers.set('content-type', 'application/json');
    const body = request.json === undefined ? request.body : JSON.stringify(request.json);
    return fetch(this.url + path, {
      method,
      headers,
      body: body ?? request.form ?? null,
      redirect: 'manual',
    });
  }

  async request(method: string, path: string, request: Request = {}): Promise<Answer> {
    const began = performance.now();
    const response = await this.fetch(method, path, request);
    const { status, headers } = response;
    const text = await response.text();
    const isJson = headers.get('content-type')?.startsWith('application/json') === true;
    const json: unknown = isJson && text !== '' ? JSON.parse(text) : null;
    return { status, headers, text, json, took: performance.now() - began };
  }

  /** Calls an endpoint and returns the answer, whatever its status. */
  async call(endpoint: Endpoint, input: object = {}): Promise<Answer> {
    if (input instanceof FormData) return this.request(endpoint.method, endpoint.path, { form: input });
    const { url, body } = requestOf(endpoint, { ...input });
    return this.request(endpoint.method, url, sendsQuery(endpoint) ? {} : { json: body ?? {} });
  }

  /**
   * Calls an endpoint that must succeed.
   * @throws CallFailed when it does not
   */
  async ask<E extends Endpoint>(endpoint: E, input: Sent<E> | FormData): Promise<Output<E>> {
    const { status, text, json } = await this.call(endpoint, isObject(input) ? input : {});
    if (status < 200 || status > 299)
      throw new CallFailed(`${this.name}: ${endpoint.method} ${endpoint.path} answered ${status} ${text}`);
    const read: unknown = endpoint.output === null ? null : endpoint.output.parse(json);
    // Parsed by the very schema that the type is made of.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    return read as Output<E>;
  }

  async signIn(withPassword: string): Promise<void> {
    const input = { email: this.email, password: withPassword };
    const { status, text, headers, json } = await this.call(auth.login, input);
    if (status !== 200) throw new Error(`${this.name} cannot sign in: ${status} ${text}`);
    const cookie = headers.getSetCookie().map((line) => line.split(';')[0]);
    this.cookie = cookie.join('; ');
    this.id = auth.login.output.parse(json).id;
  }

  makesCircle(name: string, more: Partial<Sent<typeof circles.create>> = {}): Promise<Circle> {
    return this.ask(circles.create, { name, ...more });
  }

  adds(person: Actor, circle: Circle): Promise<Circle> {
    return this.ask(circles.addMember, { id: circle.id, userId: person.id });
  }

  async removes(person: Actor, circle: Circle): Promise<void> {
    await this.ask(circles.removeMember, { id: circle.id, memberId: person.id });
  }

  posts(content: string, sharing: Sharing): Promise<Post> {
    return this.ask(posts.create, momentForm(content, sharing));
  }

  comments(
    post: Post,
    content: string,
    more: { replyTo?: string; mentions?: string[] } = {},
  ): Promise<Comment> {
    return this.ask(comments.add, { id: post.id, content, ...more });
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
