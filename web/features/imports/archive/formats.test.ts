import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Contents, sidecar } from '../../../../test/harness/imports/archives.ts';
import { readWith, shown, words } from '../../../../test/harness/imports/reading.ts';
import { openFiles, readArchive } from './read-archive.ts';
import { OtherExport } from './source-file.ts';

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

// IMPORT-8
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

test('an export as HTML, or in another archive than ZIP, is refused with what to choose', async () => {
  for (const page of [
    'your_instagram_activity/media/posts_1.html',
    'posts/your_posts_1.html',
    'posts/album/0.html',
  ])
    await assert.rejects(
      readWith(words, { 'media/posts/202003/1.jpg': 'x', 'posts/media/x_1/2.jpg': 'x', [page]: '<html>' }),
      (error) => error instanceof OtherExport && error.fileName === null,
      page,
    );
  const archives: [string, BlobPart][] = [
    ['takeout-001.tgz', new Uint8Array([0x1f, 0x8b, 8, 0])],
    ['takeout.tar', `${'a'.repeat(257)}ustar`],
    ['photos.7z', new Uint8Array([0x37, 0x7a, 0xbc, 0xaf])],
    ['photos.rar', 'Rar!'],
  ];
  for (const [path, contents] of archives) {
    const file = new File([contents], path);
    await assert.rejects(
      openFiles([{ path, file }]),
      (error) => error instanceof OtherExport && error.fileName === path,
    );
    assert.equal((await openFiles([{ path: `Pictures/${path}`, file }])).length, 1);
  }
});

test('the day that Instagram knows from the camera counts, also of a video', async () => {
  const shot = (name: string, kind: string, exif: object) => ({
    uri: `media/posts/202003/${name}`,
    creation_timestamp: 1_583_323_200,
    media_metadata: { [kind]: { exif_data: [{ iso: 100 }, exif] } },
  });
  const found = await readWith(withVideos, {
    'media/posts/202003/a.jpg': 'x',
    'media/posts/202003/b.mp4': 'x',
    'media/posts/202003/c.jpg': 'x',
    'your_instagram_activity/media/posts_1.json': [
      { media: [shot('a.jpg', 'photo_metadata', { date_time_original: '2019:07:14 23:30:00' })] },
      { media: [shot('b.mp4', 'video_metadata', { date_time_original: '20190715T101500.000Z' })] },
      { media: [shot('c.jpg', 'photo_metadata', { date_time_original: '0000:00:00 00:00:00' })] },
    ],
  });
  assert.deepEqual(
    shown(found).map(([, items]) => items),
    [
      [
        ['a.jpg', '2019-07-14', ''],
        ['b.mp4', '2019-07-15', ''],
      ],
      [['c.jpg', '2020-03-04', '']],
    ],
  );
});
