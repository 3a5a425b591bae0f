import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { openSession } from '../../server/features/auth/session.ts';
import { insertMember } from '../../server/features/auth/register.ts';
import { dayNumber } from '../../server/platform/text/days.ts';
import { newId } from '../../server/platform/text/ids.ts';
import type { TestServer } from '../harness/test-server.ts';
import { Model } from './model.ts';
import type { PhotoModel, Who } from './model-shapes.ts';

export interface Told {
  status: number;
  text: string;
  etag: string | undefined;
}

interface Actor {
  id: string;
  key: number;
  email: string;
  bio: string;
  cookie: string;
}

/** A unique word: if an answer contains it, its object was shown. */
export const word = (): string => `zq${newId().slice(0, 12)}`;
const isWord = /zq[0-9a-f]{12}/g;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The number of members. */
export const people = 8;
export const photoWidth = 480;

const cookieName = 'circle_session';

/** Eight fresh members of a server in this process, and the model of what they may see. */
export class Cast {
  readonly server: TestServer;
  readonly actors: Actor[];
  readonly model: Model;
  /** A part of the name that all these members share, and no other member has. */
  readonly mark: string;
  readonly #http: FastifyInstance;
  readonly #chief: Actor;
  /** Each member's last answers by URL, for conditional requests. */
  readonly held = new Map<string, { etag: string; text: string }>();
  #unchanged = 0;
  /** The members who may read a word now, by the model. */
  readonly #hidden = new Map<string, (viewer: Who) => boolean>();
  /** How many answers were searched for hidden words, and how many such words were found. */
  readonly heard = { answers: 0, words: 0 };

  private constructor(server: TestServer, actors: Actor[], chief: Actor, mark: string) {
    this.server = server;
    this.#http = server.app.http;
    this.actors = actors;
    this.#chief = chief;
    this.mark = mark;
    this.model = new Model(actors.length);
  }

  static async gather(server: TestServer): Promise<Cast> {
    const { db } = server.app.context;
    const mark = newId().slice(0, 12);
    const join = (name: string, isAdmin: boolean): Promise<Actor> =>
      db.write(async (tx) => {
        const email = `${name}.${word()}@example.org`;
        const { id: key, publicId: id } = await insertMember(tx, {
          firstName: name,
          lastName: mark,
          email,
          passwordHash: 'none',
          emailConfirmed: true,
          isAdmin,
          isVerified: true,
        });
        const bio = word();
        await tx.q.updateTable('users').set({ bio }).where('id', '=', key).execute();
        const token = await openSession(tx, key, 'here');
        return { id, key, email, bio, cookie: `${cookieName}=${token}` };
      });
    const actors: Actor[] = [];
    for (let who = 0; who < people; who += 1) actors.push(await join(`p${who}`, false));
    const cast = new Cast(server, actors, await join('chief', true), mark);
    const { model } = cast;
    for (const [who, actor] of actors.entries()) {
      cast.hides(actor.bio, (viewer) => model.seesFullProfile(viewer, who));
      // The inviter already knew the address.
      const hasInvited = (viewer: Who) =>
        [...model.invitations.values()].some(({ inviter, to }) => inviter === viewer && to === who);
      cast.hides(actor.email, (viewer) => model.seesFullProfile(viewer, who) || hasInvited(viewer));
    }
    for (const who of model.everybody) {
      const [contacts] = cast.list(await cast.get(who, '/api/circles'));
      cast.model.circles.set(String(contacts?.['id']), {
        id: String(contacts?.['id']),
        name: 'Contacts',
        owner: who,
        kind: 'private',
        isContacts: true,
        showsEarlier: false,
        lettersCarry: 'names',
        members: new Map([[who, cast.model.membership({ seesFrom: 0, addedBy: who, priority: 1 })]]),
      });
    }
    return cast;
  }

  /** Members sign in again after a suspension or ban is lifted. */
  async comeBack(who: Who): Promise<void> {
    const actor = this.actor(who);
    const token = await this.server.app.context.db.write((tx) => openSession(tx, actor.key, 'here'));
    actor.cookie = `${cookieName}=${token}`;
  }

  /** The letters of later histories leave these members out. */
  async endLetters(): Promise<void> {
    const keys = this.actors.map(({ key }) => key);
    await this.server.app.context.db.write(({ q }) =>
      q.updateTable('users').set({ email_confirmed_at: null }).where('id', 'in', keys).execute(),
    );
  }

  actor(who: Who): Actor {
    const actor = this.actors[who];
    if (!actor) throw new Error(`nobody is ${who}`);
    return actor;
  }

  /** The member whom an action mentions, in one of four; sometimes the caller, or one who does not see the words. */
  mentioned({ what, whom, more }: { what: number; whom: number; more: number }): Set<Who> {
    return new Set(more % 4 === 1 ? [(what + whom) % this.actors.length] : []);
  }

  /** Only `endPause` ends the pause after a moment: a slow history takes longer than the pause. */
  async extendsPause(): Promise<void> {
    await this.server.app.context.db.write(({ q }) =>
      q
        .updateTable('jobs')
        .set({ run_at: Date.now() + 24 * 60 * 60_000 })
        .where('kind', '=', 'tell-circle')
        .execute(),
    );
  }

  idsOf(members: Iterable<Who>): string[] {
    return [...members].map((who) => this.actor(who).id);
  }

  whoIs(id: unknown): Who {
    return this.actors.findIndex((actor) => actor.id === id);
  }

  async #send(
    actor: Actor,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: string | object,
    etag?: string,
  ): Promise<Told> {
    const isForm = typeof body === 'string';
    const answer = await this.#http.inject({
      method,
      url,
      headers: {
        cookie: actor.cookie,
        ...(isForm && { 'content-type': 'multipart/form-data; boundary=x' }),
        ...(etag !== undefined && { 'if-none-match': etag }),
      },
      ...(body !== undefined && { payload: isForm ? body : { ...body } }),
    });
    const tag = answer.headers.etag;
    return { status: answer.statusCode, text: answer.body, etag: typeof tag === 'string' ? tag : undefined };
  }

  send(
    who: Who,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: string | object,
  ): Promise<Told> {
    return this.#send(this.actor(who), method, url, body);
  }

  asChief(method: 'PUT', url: string, body: object): Promise<Told> {
    return this.#send(this.#chief, method, url, body);
  }

  /** Records who may read the word in a text. */
  hides(text: string, mayRead: (viewer: Who) => boolean): void {
    for (const [found] of text.matchAll(isWord)) this.#hidden.set(found, mayRead);
  }

  #listen(who: Who | null, url: string, told: Told): Told {
    this.heard.answers += 1;
    for (const [found] of told.text.matchAll(isWord)) {
      this.heard.words += 1;
      const mayRead = this.#hidden.get(found);
      // The administrator is in nobody's circle.
      if (mayRead && (who === null || !mayRead(who)))
        throw new Error(`${who ?? 'the chief'} was told ${found} by ${url}: ${told.text}`);
    }
    return told;
  }

  /** Searches a text for words that the member must not see. */
  listens(who: Who, where: string, text: string): void {
    this.#listen(who, where, { status: 200, text, etag: undefined });
  }

  /** Searches the answers to an administrator or member for words that they must not see. */
  async reads(who: Who | null, url: string): Promise<Told> {
    return this.#listen(who, url, await this.#send(who === null ? this.#chief : this.actor(who), 'GET', url));
  }

  /** Sends a conditional request; a 304 only counts for the very same body. */
  async get(who: Who, url: string): Promise<Told> {
    const key = `${who} ${url}`;
    const held = this.held.get(key);
    const actor = this.actor(who);
    const answer = this.#listen(who, url, await this.#send(actor, 'GET', url, undefined, held?.etag));
    if (answer.status !== 304) {
      if (answer.status === 200 && answer.etag !== undefined)
        this.held.set(key, { etag: answer.etag, text: answer.text });
      return answer;
    }
    const known = { status: 200, text: held?.text ?? '', etag: held?.etag };
    // Conditional answers are compared too, so it is enough to read some of them completely.
    this.#unchanged += 1;
    if (this.#unchanged % 8 !== 0) return known;
    const whole = await this.#send(actor, 'GET', url);
    if (whole.status !== 200 || whole.text !== held?.text)
      throw new Error(`304 for ${url}, which is now ${whole.status} ${whole.text}`);
    return whole;
  }

  json(told: Told): Record<string, unknown> {
    if (told.status >= 300) throw new Error(`${told.status} ${told.text}`);
    const parsed: unknown = told.text === '' ? {} : JSON.parse(told.text);
    // An array passes this check too; `list` relies on that.
    if (!isRecord(parsed)) throw new Error(`no object: ${told.text}`);
    return parsed;
  }

  list(told: Told): Record<string, unknown>[] {
    const parsed: unknown = this.json(told);
    if (!Array.isArray(parsed)) throw new Error(`no list: ${told.text}`);
    return parsed.filter(isRecord);
  }

  /**
   * A finished upload of a video with its poster, inserted without processing them.
   */
  async uploads(who: Who): Promise<PhotoModel> {
    const { db, storage } = this.server.app.context;
    const id = newId();
    const takenOn = id < '8' ? thisDayOfLastYear() : null;
    tinyPhoto ??= sharp({ create: { width: 4, height: 4, channels: 3, background: '#c86432' } })
      .webp()
      .toBuffer();
    await storage.put(`${id}-${photoWidth}.webp`, await tinyPhoto);
    await storage.put(`${id}-video.mp4.0`, Buffer.from('A video.'));
    await db.write(({ q }) =>
      q
        .insertInto('images')
        .values({
          public_id: id,
          owner_id: this.actor(who).key,
          kind: 'photo',
          post_id: null,
          position: 0,
          alt: null,
          width: 4,
          height: 4,
          placeholder: '',
          variants: JSON.stringify([{ name: String(photoWidth), width: photoWidth }]),
          bytes: 1,
          video_type: 'video/mp4',
          video_ms: 1_000,
          video_bytes: 8,
          taken_day: takenOn === null ? null : dayNumber(takenOn),
          created_at: Date.now(),
        })
        .execute(),
    );
    return { id, adder: who, takenOn, likes: new Map() };
  }

  /** A finished upload of a voice. @returns its id */
  async records(who: Who): Promise<string> {
    const { db, storage } = this.server.app.context;
    const id = newId();
    await storage.put(`${id}-video.webm.0`, Buffer.from('A voice.'));
    await db.write(({ q }) =>
      q
        .insertInto('images')
        .values({
          public_id: id,
          owner_id: this.actor(who).key,
          kind: 'voice',
          post_id: null,
          position: 0,
          alt: null,
          width: 0,
          height: 0,
          placeholder: '',
          variants: '[]',
          bytes: 8,
          video_type: 'video/webm',
          video_ms: 1_000,
          video_bytes: 8,
          wave: '',
          created_at: Date.now(),
        })
        .execute(),
    );
    return id;
  }
}

/** The day, one year ago; on 29 February, the day before. */
export const thisDayOfLastYear = (): string => {
  const today = new Date().toISOString().slice(0, 10);
  const day = today.slice(4).replace('-02-29', '-02-28');
  return `${Number(today.slice(0, 4)) - 1}${day}`;
};

let tinyPhoto: Promise<Buffer> | undefined;

/** Makes a form of text fields, encoded for HTTP. */
export const formOf = (fields: Record<string, string>): string =>
  `${Object.entries(fields)
    .map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--x--\r\n`;
