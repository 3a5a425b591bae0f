import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as comments from '../../contract/comments.ts';
import { limits } from '../../contract/limits.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { openAppContext } from '../../server/open-app-context.ts';
import { checkEverything } from '../../server/features/system/check.ts';
import { insertMember } from '../../server/features/auth/register.ts';
import { openSession } from '../../server/features/auth/session.ts';
import { createLog } from '../../server/platform/log.ts';
import { newId } from '../../server/platform/text/ids.ts';
import { readSettings } from '../../server/settings.ts';
import { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { ServerProcess } from './server-process.ts';

const writers = 8;

/** A kill can leave one unshared photo per writer, and a member may only have so many. */
const roundsOfEach = limits.photosWaiting - 1;

/** Acknowledged writes by the id that the server returned. */
interface Acknowledged {
  posts: Map<string, { content: string; photos: number; isDeleted: boolean }>;
  comments: Map<string, string>;
  likes: Set<string>;
  /** A callback that gets every successful answer. */
  heard(): void;
}

const cookieOf = (token: string) => `circle_session=${token}`;

/** Eight writers, each with a session, created while no server runs. */
export const enrol = async (dataDir: string): Promise<string[]> => {
  const context = await openAppContext(readSettings({ DATA_DIR: dataDir }), createLog('silent'));
  try {
    const cookies: string[] = [];
    for (let writer = 0; writer < writers; writer += 1) {
      const token = await context.db.write(async (tx) => {
        const { id } = await insertMember(tx, {
          firstName: `Writer${writer}`,
          lastName: 'Example',
          email: `${newId()}@example.org`,
          passwordHash: 'none',
          emailConfirmed: true,
          isAdmin: false,
          isVerified: true,
        });
        return openSession(tx, id, 'here');
      });
      cookies.push(cookieOf(token));
    }
    return cookies;
  } finally {
    await context.close();
  }
};

/** Returns the result of the command `check` on a data folder without a running server. */
export const lookAtAll = async (dataDir: string): Promise<string> => {
  const context = await openAppContext(
    readSettings({ DATA_DIR: dataDir }),
    createLog('silent'),
    path.join(dataDir, 'look'),
  );
  try {
    return await checkEverything(context);
  } finally {
    await context.close();
  }
};

// Writes until the server is gone, and remembers only acknowledged writes.
const writeOn = async (
  who: Person,
  circle: Circle,
  known: Acknowledged,
  photo: Uint8Array,
): Promise<void> => {
  let latest: Post | undefined;
  for (let turn = 0; ; turn += 1) {
    const content = newId();
    const form = new FormData();
    form.set('content', content);
    form.set('circleIds', JSON.stringify([circle.id]));
    const photos = turn % 4 === 1 ? 1 : 0;
    if (photos > 0) form.append('media', new Blob([new Uint8Array(photo)]), 'photo.jpg');
    const posted = await who.call(posts.create, form).catch(() => null);
    if (!posted) return;
    assert.equal(posted.status, 201, posted.text);
    latest = posts.create.output.parse(posted.json);
    known.posts.set(latest.id, { content, photos, isDeleted: false });
    known.heard();
    const said = newId();
    const heard = await who.call(comments.add, { id: latest.id, content: said }).catch(() => null);
    if (!heard) return;
    assert.equal(heard.status, 201, heard.text);
    known.comments.set(said, latest.id);
    known.heard();
    const liked = await who.request('POST', `/api/posts/${latest.id}/like`).catch(() => null);
    if (!liked) return;
    known.likes.add(latest.id);
    known.heard();
    if (turn % 5 !== 4) continue;
    // These requests may have had an effect: only an answer could tell.
    const own = latest.id;
    const before = known.posts.get(own);
    known.posts.delete(own);
    const deleted = await who.call(posts.remove, { id: own }).catch(() => null);
    if (!deleted) return;
    if (before) known.posts.set(own, { ...before, isDeleted: true });
    known.heard();
  }
};

const bytesOf = async (who: Person, url: string): Promise<string> => {
  const answer = await who.fetch('GET', url);
  assert.equal(answer.status, 200, url);
  return hash('sha256', new Uint8Array(await answer.arrayBuffer()), 'hex');
};

/** Checks that everything acknowledged exists and nothing is half written. */
const verify = async (
  who: Person,
  known: Acknowledged,
  ids: readonly string[],
  digests: Set<string>,
): Promise<void> => {
  for (const id of ids) {
    const expected = known.posts.get(id);
    const answer = await who.call(posts.get, { id });
    if (expected?.isDeleted !== false) {
      if (expected) assert.equal(answer.status, 404, 'what was deleted is gone');
      continue;
    }
    assert.equal(answer.status, 200, `an acknowledged moment: ${answer.text}`);
    const post = posts.get.output.parse(answer.json);
    assert.deepEqual([post.content, post.images.length], [expected.content, expected.photos]);
    if (known.likes.has(id)) assert.equal(post.isLiked, true, 'an acknowledged like');
    for (const image of post.images)
      for (const { url } of image.variants) digests.add(await bytesOf(who, url));
    const heard = await who.reads(post);
    for (const [said, where] of known.comments)
      if (where === id) assert.ok(heard.includes(said), 'an acknowledged comment');
  }
  // A write that was under way is complete or absent.
  for (const post of (await who.feed({ limit: '50' })).items) {
    assert.match(post.content, /^[0-9a-f]{32}$/);
    for (const image of post.images)
      for (const { url } of image.variants) digests.add(await bytesOf(who, url));
  }
};

export interface Crashed {
  rounds: number;
  acknowledged: number;
  /** The milliseconds until the restarted server answered. */
  restarts: number[];
  checked: string;
}

/** Kills a server under eight writers, restarts it, and looks for every acknowledged write. */
export const killUnderWriters = async (rounds: number, until: number): Promise<Crashed> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-kill-'));
  let server: ServerProcess | undefined;
  try {
    let cookies = await enrol(dataDir);
    const photo = await plainPhoto(64, 48);
    server = await ServerProcess.start({ dataDir });
    // The photo has one variant, and the same bytes each time.
    const digests = new Set<string>();
    const restarts: number[] = [];
    let acknowledged = 0;
    let done = 0;
    let circles: (Circle | undefined)[] = [];
    for (; done < rounds && Date.now() < until; done += 1) {
      const { url } = server;
      // When one write is answered, the other writers are in the middle of a request.
      let left = 1 + Math.floor(Math.random() * 80);
      const enough = Promise.withResolvers<void>();
      const heard = () => {
        left -= 1;
        if (left === 0) enough.resolve();
      };
      const known: Acknowledged = { posts: new Map(), comments: new Map(), likes: new Set(), heard };
      const people = cookies.map((cookie, writer) => {
        const who = new Person(`Writer${writer}`, url);
        who.cookie = cookie;
        return who;
      });
      for (const [writer, who] of people.entries()) circles[writer] ??= await who.makesCircle(`Of ${writer}`);
      const owned: Set<string>[] = people.map(() => new Set());
      const writing = Promise.all(
        people.map(async (who, writer) => {
          const circle = circles[writer];
          assert.ok(circle);
          const mine: Acknowledged = { ...known, posts: new Map() };
          await writeOn(who, circle, mine, photo);
          for (const [id, post] of mine.posts) {
            known.posts.set(id, post);
            owned[writer]?.add(id);
          }
        }),
      );
      // A writer who is refused ends before the others.
      await Promise.race([enough.promise, writing]);
      await server.kill();
      await writing;
      server = await ServerProcess.start({ dataDir, port: server.port });
      restarts.push(server.startTime);
      for (const [writer, who] of people.entries())
        await verify(who, known, [...(owned[writer] ?? [])], digests);
      acknowledged += known.posts.size + known.comments.size + known.likes.size;
      if (done % roundsOfEach < roundsOfEach - 1) continue;
      await server.kill();
      [cookies, circles] = [await enrol(dataDir), []];
      server = await ServerProcess.start({ dataDir, port: server.port });
    }
    assert.ok(digests.size <= 1, 'every photo is the same to the byte');
    await server.kill();
    server = undefined;
    return { rounds: done, acknowledged, restarts, checked: await lookAtAll(dataDir) };
  } finally {
    await server?.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
};
