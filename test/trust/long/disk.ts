import assert from 'node:assert/strict';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as posts from '../../../contract/posts.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { Person } from '../../harness/person.ts';
import { noisePhoto } from '../../harness/photos.ts';
import { enrol, lookAtAll } from '../crash.ts';
import { ServerProcess } from '../server-process.ts';
import type { Part, Row } from './rows.ts';
import { run } from '../../harness/run.ts';

const what =
  'full disk (a small tmpfs): no acknowledged write is lost, reads work, writes work again once there is room';
const size = 48;
/** How many kilobytes are free when the writing begins. */
const rooms = [0, 16, 64, 200, 500, 1_000, 2_000];

const write = (who: Person, circle: Circle, content: string, photo: Uint8Array | null) => {
  const form = new FormData();
  form.set('content', content);
  form.set('circleIds', JSON.stringify([circle.id]));
  if (photo) form.append('media', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  return who.call(posts.create, form);
};

/** @returns the number of refused writes while the disk was full */
const fillUp = async (dataDir: string, room: number, photo: Uint8Array): Promise<number> => {
  const [cookie = ''] = await enrol(dataDir);
  let server = await ServerProcess.start({ dataDir });
  try {
    const me = () => Object.assign(new Person('Writer0', server.url), { cookie });
    const circle = await me().makesCircle('Before');
    const known: string[] = [];
    const ballast = path.join(dataDir, 'ballast');
    const { bavail, bsize } = await statfs(dataDir);
    await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - room * 1_024)));
    let refused = 0;
    for (let turn = 0; turn < 400 && refused < 12; turn += 1) {
      const made = await write(me(), circle, `Number ${turn}`, turn % 3 === 0 ? photo : null);
      if (made.status === 201) known.push(posts.create.output.parse(made.json).id);
      else {
        assert.ok(made.status >= 500, `${made.status} ${made.text}`);
        refused += 1;
      }
      assert.equal((await me().request('GET', '/api/circles')).status, 200, 'reads go on');
    }
    for (const id of known) assert.equal((await me().call(posts.get, { id })).status, 200);
    await rm(ballast);
    const after = await write(me(), circle, 'Room again', photo);
    assert.equal(after.status, 201, `goes on without a restart: ${after.text}`);
    known.push(posts.create.output.parse(after.json).id);
    await server.kill();
    server = await ServerProcess.start({ dataDir });
    for (const id of known) assert.equal((await me().call(posts.get, { id })).status, 200, 'after a restart');
    return refused;
  } finally {
    await server.kill();
  }
};

/** Fills a small separate disk to the last byte while the server runs on it. */
export const disk: Part = {
  name: 'disk',
  rows: [{ what, inTests: '–' }],
  run: async (milliseconds): Promise<Row[]> => {
    const until = Date.now() + milliseconds;
    const photo = await noisePhoto(800, 600);
    let [done, refused] = [0, 0];
    const troubles: string[] = [];
    for (const room of rooms) {
      if (Date.now() > until) break;
      const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-full-'));
      const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', dataDir]).catch(
        () => null,
      );
      if (mounted?.code !== 0) {
        await rm(dataDir, { recursive: true, force: true });
        return [{ what, inTests: '–', figure: 'this machine refuses mounting', holds: null }];
      }
      try {
        refused += await fillUp(dataDir, room, photo);
        const found = await lookAtAll(dataDir);
        assert.match(found, /all is well/);
      } catch (error) {
        const why = error instanceof Error ? error.message.slice(0, 200).replaceAll('\n', ' ') : 'unknown';
        troubles.push(`${room} KB left: ${why}`);
      } finally {
        await run('umount', [dataDir]);
        await rm(dataDir, { recursive: true, force: true });
      }
      done += 1;
    }
    const trouble = troubles.length > 0 ? `; ${troubles.join('; ')}` : '';
    const figure = `${done} of ${rooms.length} disks of ${size} MB, ${refused} writes refused${trouble}`;
    return [{ what, inTests: '–', figure, holds: troubles.length === 0 && refused > 0 }];
  },
};
