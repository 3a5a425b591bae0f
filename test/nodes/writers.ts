import assert from 'node:assert/strict';
import * as comments from '../../contract/comments.ts';
import type { Endpoint, Output, Sent } from '../../contract/endpoint.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as invitations from '../../contract/invitations.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { CallFailed } from '../../server/features/scenarios/actor.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { type Machine, type Machines, until } from './machines.ts';

interface Writer {
  person: Person;
  circle: Circle;
}

interface Acknowledged {
  posts: { by: Person; post: Post }[];
  comments: { by: Person; post: Post; content: string }[];
  /** The addresses to which the server promised a mail. */
  invited: string[];
}

/**
 * Members who share, comment and invite without a pause, on all machines in turn, and remember every acknowledged
 * write.
 */
export class Writers {
  readonly acknowledged: Acknowledged = { posts: [], comments: [], invited: [] };
  /** The number of calls answered with 503, and of calls without an answer. */
  readonly failed = { unavailable: 0, cut: 0 };
  /** The answers with an unexpected status. */
  readonly wrong: string[] = [];
  readonly #machines: Machines;
  #invitations = 0;
  readonly #people: Writer[] = [];
  #ending = new AbortController();
  #work: Promise<unknown> = Promise.resolve();

  private constructor(machines: Machines) {
    this.#machines = machines;
  }

  static async gather(machines: Machines, names: readonly string[]): Promise<Writers> {
    const writers = new Writers(machines);
    for (const name of names) {
      const person = await machines.member(name);
      writers.#people.push({ person, circle: await person.makesCircle(`Of ${name}`) });
    }
    return writers;
  }

  /** Runs one writer until the writers are stopped. */
  get anybody(): Person {
    const [one] = this.#people;
    assert.ok(one);
    return one.person;
  }

  get count(): number {
    const { posts: shared, comments: said, invited } = this.acknowledged;
    return shared.length + said.length + invited.length;
  }

  start(): void {
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    this.#work = Promise.all(this.#people.map((one, at) => this.#write(one, at, signal)));
  }

  /** Resolves when this many more writes were acknowledged. */
  async more(count: number): Promise<void> {
    const wanted = this.count + count;
    await until(`${count} more writes are acknowledged`, async () => this.count >= wanted, 60_000);
  }

  /** Forget verified writes, so that later rounds do not take longer. */
  forget(): void {
    const { posts: shared, comments: said, invited } = this.acknowledged;
    for (const list of [shared, said, invited]) list.length = 0;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#work;
  }

  async #try<E extends Endpoint>(
    person: Person,
    machine: Machine,
    endpoint: E,
    input: Sent<E> | FormData,
  ): Promise<Output<E> | null> {
    try {
      return await machine.meets(person).ask(endpoint, input);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (!(error instanceof CallFailed)) this.failed.cut++;
      else if (text.includes(messages.unavailable)) this.failed.unavailable++;
      else this.wrong.push(text);
      // A node that is down refuses immediately; without a pause this loop would use all processor time.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return null;
    }
  }

  async #write({ person, circle }: Writer, at: number, ending: AbortSignal): Promise<void> {
    const photo = new Blob([new Uint8Array(await plainPhoto())]);
    const { all } = this.#machines;
    for (let round = at; !ending.aborted; round++) {
      const machine = all[round % all.length];
      assert.ok(machine);
      const form = new FormData();
      form.set('content', `${person.name} ${round}`);
      form.set('circleIds', JSON.stringify([circle.id]));
      if (round % 3 === 0) form.append('media', photo, 'photo.jpg');
      const post = await this.#try(person, machine, posts.create, form);
      if (!post) continue;
      this.acknowledged.posts.push({ by: person, post });
      const content = `Said ${round}`;
      if (await this.#try(person, machine, comments.add, { id: post.id, content })) {
        this.acknowledged.comments.push({ by: person, post, content });
      }
      // An invitation that was cut off may have been sent, so no address is used twice.
      const email = `guest-${++this.#invitations}@guests.example.org`;
      if (await this.#try(person, machine, invitations.sendInvite, { email })) {
        this.acknowledged.invited.push(email);
      }
    }
  }

  /** Checks that this machine has everything that was acknowledged. */
  async areAllThere(machine: Machine): Promise<void> {
    for (const { by, post } of this.acknowledged.posts) await machine.meets(by).sees(post);
    for (const { by, post, content } of this.acknowledged.comments) {
      assert.deepEqual(await machine.meets(by).reads(post), [content]);
    }
  }

  /** Waits for every promised mail; returns how many arrived twice, recognized by their message id. */
  async mailsHaveCome(): Promise<number> {
    await this.#machines.leasesRunOut();
    await this.#machines.jobsAreDone();
    let twice = 0;
    for (const email of this.acknowledged.invited) {
      const mails = this.#machines.mailbox.take(email);
      const ids = new Set(mails.map(({ headers }) => headers['message-id']));
      assert.equal(ids.size, 1, `${email} got ${mails.length} mails`);
      twice += mails.length - 1;
    }
    return twice;
  }
}
