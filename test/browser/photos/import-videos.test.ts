import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Circle } from '../../../contract/shapes.ts';
import { photosOfAlbum } from '../../harness/albums.ts';
import { sidecar, zipOf } from '../../harness/imports/archives.ts';
import type { Person } from '../../harness/person.ts';
import { noisePhoto } from '../../harness/photos.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { playableVideo } from '../../harness/videos.ts';
import { Window } from '../browser.ts';
import { stillVideo } from '../made-videos.ts';

const folder = 'Takeout/Google Photos/Lake';

onDatabase('sqlite', 'importing videos in a browser', (server) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  let dir: string;
  let archive: string;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    dir = await mkdtemp(path.join(tmpdir(), 'circle-archive-'));
    archive = path.join(dir, 'takeout-001.zip');
    const live = {
      [`${folder}/live.jpg`]: await noisePhoto(200, 160),
      [`${folder}/live.webm`]: await playableVideo(),
    };
    const zip = await zipOf({
      ...live,
      [`${folder}/live.jpg.json`]: sidecar('live.jpg', '2018-02-11', 'A wave'),
      // This film cannot be read: the photo comes without it.
      [`${folder}/still.jpg`]: await noisePhoto(210, 160),
      [`${folder}/still.jpg.json`]: sidecar('still.jpg', '2018-02-12'),
      [`${folder}/still.mov`]: 'no video',
      [`${folder}/dance.mp4`]: await stillVideo(2, { codec: 'vp9' }),
      [`${folder}/dance.mp4.json`]: sidecar('dance.mp4', '2018-02-13', 'The dance'),
      [`${folder}/long.mp4`]: await stillVideo(185, { codec: 'vp9', every: 5 }),
      [`${folder}/long.mp4.json`]: sidecar('long.mp4', '2018-02-14'),
      [`${folder}/noise.mp4`]: 'no video either',
      [`${folder}/noise.mp4.json`]: sidecar('noise.mp4', '2018-02-15'),
    });
    await writeFile(archive, zip);
  });
  after(async () => {
    await rm(dir, { recursive: true });
  });

  // IMPORT-8
  test('videos and the films of Live Photos come along with their days, and others are named in the report', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.addInitScript(() => {
      for (const name of ['showOpenFilePicker', 'showDirectoryPicker'])
        Reflect.deleteProperty(globalThis, name);
    });
    await page.goto('/import');
    const bring = async () => {
      await page.getByLabel('Choose files').setInputFiles(archive);
      await page.getByRole('checkbox', { name: 'Bring the album Lake' }).check();
    };
    await bring();
    await page.getByText(/^2 photos and 3 videos, about/).waitFor();
    await page.getByRole('button', { name: 'Show the photos of Lake' }).click();
    await page.getByRole('checkbox', { name: 'Bring dance.mp4' }).waitFor();
    await window.fits('choosing photos and videos');
    await window.isAccessible('choosing photos and videos');
    await page.getByLabel('Who sees Lake?').selectOption({ label: 'Family' });
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { name: 'Your photos are here' }).waitFor();
    await page.getByText('2 photos and 1 video added.').waitFor();
    await page.getByText('long.mp4 is longer than three minutes').waitFor();
    await page.getByText('noise.mp4 isn’t a video that Circle can read').waitFor();
    await window.fits('the report of videos');
    await window.isAccessible('the report of videos');

    const [album] = (await ben.feed()).items;
    assert.ok(album);
    const there = await photosOfAlbum(ben, album);
    assert.deepEqual(
      there.map(({ takenOn, alt, video }) => [takenOn, alt, video !== null]),
      [
        ['2018-02-11', 'A wave', true],
        ['2018-02-12', null, false],
        ['2018-02-13', 'The dance', true],
      ],
    );
    assert.equal((await ben.request('GET', there[0]?.video?.url ?? '')).status, 200);
    assert.deepEqual(
      there.map(({ width }) => width).slice(0, 2),
      [200, 210],
      'the still of a Live Photo is its poster',
    );

    await page.getByRole('button', { name: 'Bring more' }).click();
    await bring();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('2 photos and 1 video were here already.').waitFor();
    assert.equal((await ben.feed()).items.length, 1);
    const left = await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      return (await Array.fromAsync((await root.getDirectoryHandle('videos', { create: true })).keys()))
        .length;
    });
    assert.equal(left, 0, 'the browser keeps no converted video');
    await window.close();
  });
});
