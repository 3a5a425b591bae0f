import assert from 'node:assert/strict';
import { EventData, type EventKind, HelloData } from '../../contract/shapes.ts';
import type { Person } from './person.ts';

export interface Heard {
  kind: string;
  id: string;
}

/** A person's open page, listening to `GET /api/events`. */
export class Listening {
  readonly heard: Heard[] = [];
  readonly #stop = new AbortController();
  readonly #waiting = new Set<() => void>();
  readonly #hello = Promise.withResolvers<number>();
  #ended: Promise<void> = Promise.resolve();

  static async open(person: Person): Promise<Listening> {
    const listening = new Listening();
    const response = await fetch(`${person.url}/api/events`, {
      headers: { cookie: person.cookie ?? '' },
      signal: listening.#stop.signal,
    });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.ok(response.body);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    listening.#ended = listening.#read(reader);
    // The first event says that the server has subscribed this client.
    await Promise.race([listening.#hello.promise, listening.#ended]);
    return listening;
  }

  /** Opens a page that hears nothing of earlier acts: on PostgreSQL their events may still be on their way. */
  static async openQuiet(person: Person): Promise<Listening> {
    const listening = await Listening.open(person);
    await listening.quiet(person);
    listening.heard.length = 0;
    return listening;
  }

  /** Milliseconds since the last change for this person when the stream began. */
  get quietMs(): Promise<number> {
    return this.#hello.promise;
  }

  async #read(reader: ReadableStreamDefaultReader<string>): Promise<void> {
    let text = '';
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        text += value;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, kind, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
          if (!kind || !data) continue;
          if (kind === 'hello') {
            this.#hello.resolve(HelloData.parse(JSON.parse(data)).quietMs);
            continue;
          }
          this.heard.push({ kind, id: EventData.parse(JSON.parse(data)).id });
          for (const wake of this.#waiting) wake();
        }
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    }
  }

  /** Resolves when the server has ended the stream. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Resolves when an event of this kind and id arrives; rejects when the stream ends before, and after 30 seconds. */
  async hears(kind: EventKind, id: string): Promise<void> {
    const has = () => this.heard.some((event) => event.kind === kind && event.id === id);
    if (has()) return;
    await new Promise<void>((resolve, reject) => {
      const fail = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        reject(
          new Error(
            `No ${kind} ${id} before the end of the stream or 30 seconds, but ${JSON.stringify(this.heard)}`,
          ),
        );
      };
      const timer = setTimeout(fail, 30_000);
      this.#ended.then(fail, fail);
      const look = () => {
        if (!has()) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
  }

  /** All events up to one that this person causes now: everything before it has arrived by then. */
  async quiet(person: Person): Promise<Heard[]> {
    const mark = await person.makesCircle('Mark');
    await this.hears('circle', mark.id);
    const heard = this.heard.filter(({ id }) => id !== mark.id);
    this.heard.length = 0;
    this.heard.push(...heard);
    return heard;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }
}
