import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import type { Circle } from '../../contract/shapes.ts';
import * as frames from '../../contract/frames.ts';
import type { Sent } from '../../contract/endpoint.ts';
import type { Person } from './person.ts';
import { password, type TestServer } from './test-server.ts';

const Code = z.object({ code: z.string(), seconds: z.number() });
const Now = z.object({ state: z.string(), seen: z.optional(z.array(z.string())) });
const Listed = z.object({
  mark: z.string(),
  photos: z.array(z.object({ name: z.string(), alt: z.nullable(z.string()) })),
});

/** A tablet with the page of a picture frame. It keeps its cookie, as the page's browser does. */
export class FrameTablet {
  readonly #url: string;
  cookie: string | null = null;

  constructor(server: Pick<TestServer, 'url'>) {
    this.#url = server.url;
  }

  async fetch(path: string, method = 'GET', more: Record<string, string> = {}): Promise<Response> {
    const headers = new Headers({ 'user-agent': 'Mozilla/5.0 (Linux; Android 6.0) Chrome/51.0', ...more });
    if (this.cookie !== null) headers.set('cookie', this.cookie);
    const response = await fetch(this.#url + path, { method, headers, redirect: 'manual' });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) this.cookie = set.split(';')[0] ?? null;
    return response;
  }

  /** Asks for a code, as the page does when it opens. */
  async asksForCode(): Promise<string> {
    const response = await this.fetch('/frame/code', 'POST');
    assert.equal(response.status, 201);
    return Code.parse(await response.json()).code;
  }

  /** Asks the server for the state of the frame: `ended` stands for 401. */
  async now(...photos: string[]): Promise<z.infer<typeof Now>> {
    const response = await this.fetch(`/frame/now?photos=${photos.join(',')}`);
    if (response.status === 401) return { state: 'ended' };
    assert.equal(response.status, 200);
    return Now.parse(await response.json());
  }

  async state(): Promise<string> {
    return (await this.now()).state;
  }

  async list(): Promise<z.infer<typeof Listed>> {
    const response = await this.fetch('/frame/photos');
    assert.equal(response.status, 200);
    return Listed.parse(await response.json());
  }

  async names(): Promise<string[]> {
    return (await this.list()).photos.map(({ name }) => name);
  }

  photo(name: string): Promise<Response> {
    return this.fetch(`/frame/photos/${name}`);
  }
}

/** A tablet that shows the circle as the member sees it. */
export const pairedFrame = async (
  server: Pick<TestServer, 'url'>,
  member: Person,
  circle: Pick<Circle, 'id'>,
  more: Partial<Sent<typeof frames.create>> = {},
): Promise<{ tablet: FrameTablet; id: string }> => {
  const tablet = new FrameTablet(server);
  const code = await tablet.asksForCode();
  const { id } = await member.ask(frames.create, { circleId: circle.id, code, password, ...more });
  return { tablet, id };
};
