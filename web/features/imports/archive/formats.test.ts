import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Contents, sidecar } from '../../../../test/harness/imports/archives.ts';
import { readWith, shown, words } from '../../../../test/harness/imports/reading.ts';
import { openFiles, readArchive } from './read-archive.ts';

const film = '\0\0\0\u0018ftypmp42';
const year = 'Takeout/Google Photos/Photos from 2019';
const withVideos = { ...words, videos: true };

const named = (...names: string[]): Record<string, Contents> =>
  Object.fromEntries(
    names.flatMap((name): [string, Contents][] => [
      [`${year}/${name}`, 'x'],
      [`${year}/${name}.json`, sidecar(name, '2019-01-01')],
    ]),
  );

// IMPORT-11
test('pictures in other formats are counted in an archive of Google Photos, in its trash too', async () => {
  const found = await readWith(words, {
    ...named('a.jpg', 'b.gif', 'c.DNG', 'd.tiff', 'e.avif', 'f.bmp', 'g.CR3', 'h.jfif'),
    'Takeout/Google Photos/Trash/i.gif': 'x',
    'Takeout/Google Photos/Trash/j.mp4': 'x',
  });
  assert.deepEqual(shown(found), [
    [
      'Photos from 2019',
      [
        ['a.jpg', '2019-01-01', ''],
        ['h.jfif', '2019-01-01', ''],
      ],
    ],
  ]);
  assert.deepEqual(found.leftOut, { format: 6, trash: 2 });
});

// IMPORT-10
test('films of telephones are found although their names have no usual ending', async () => {
  const found = await readWith(withVideos, {
    ...named('MVIMG_20190101_1.jpg', 'PXL_20190101_2.MP~2.jpg', 'party.jpg'),
    [`${year}/MVIMG_20190101_1`]: 'x',
    [`${year}/PXL_20190101_2.MP~2`]: 'x',
    [`${year}/party`]: film,
    [`${year}/dance 2.0 live`]: film,
    [`${year}/notes`]: 'words',
  });
  assert.deepEqual(
    found.albums[0]?.items.map(({ key, film: own, isVideo = false }) => [
      key.slice(year.length + 1),
      own?.path.slice(year.length + 1),
      isVideo,
    ]),
    [
      ['MVIMG_20190101_1.jpg', 'MVIMG_20190101_1', false],
      ['party.jpg', 'party', false],
      ['PXL_20190101_2.MP~2.jpg', 'PXL_20190101_2.MP~2', false],
      ['dance 2.0 live', undefined, true],
    ],
  );
});

test('pictures without an ending are recognised by their first bytes, others are counted', async () => {
  const file = (path: string, ...parts: BlobPart[]) => ({ path, file: new File(parts, path) });
  const files = await openFiles([
    file('Pictures/a', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])),
    file('Pictures/b', 'GIF89a'),
    file('Pictures/c.nef', 'x'),
    file('Pictures/d.tif', 'x'),
    file('Pictures/e', film),
    file('Pictures/f', ''),
  ]);
  const found = await readArchive(files, words, () => undefined);
  assert.deepEqual(shown(found), [['Pictures', [['a', null, '']]]]);
  assert.deepEqual(found.leftOut, { video: 1, format: 3 });
});

test('files of Facebook outside of posts and albums are counted', async () => {
  const posts = 'your_facebook_activity/posts';
  const medium = (name: string) => ({ uri: `${posts}/media/${name}`, creation_timestamp: 1_560_000_000 });
  const found = await readWith(withVideos, {
    [`${posts}/media/a.jpg`]: 'x',
    [`${posts}/media/b.gif`]: 'x',
    [`${posts}/media/c`]: film,
    [`${posts}/media/d.mp4`]: 'x',
    'your_facebook_activity/messages/e.jpg': 'x',
    [`${posts}/your_photos.json`]: { other_photos_v2: ['a.jpg', 'b.gif', 'c'].map(medium) },
    [`${posts}/your_videos.json`]: { videos_v2: [medium('d.mp4')] },
  });
  assert.deepEqual(
    found.albums.map(({ items }) => items.map(({ key, isVideo = false }) => [key.slice(-5), isVideo])),
    [
      [
        ['a.jpg', false],
        ['dia/c', true],
        ['d.mp4', true],
      ],
    ],
  );
  assert.deepEqual(found.leftOut, { format: 1, unlisted: 1 });
});
