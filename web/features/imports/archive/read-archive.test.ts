import assert from 'node:assert/strict';
import { test } from 'node:test';
import { broken, sidecar, zipOf } from '../../../../test/harness/imports/archives.ts';
import { read, readWith, shown, words } from '../../../../test/harness/imports/reading.ts';
import { openFiles, readArchive } from './read-archive.ts';
import { BrokenArchive } from './source-file.ts';

const year = 'Takeout/Google Photos/Photos from 2019';

test('all spellings of the JSON files of Google Photos lead to their photos', async () => {
  const long = 'a-very-long-name-of-a-photo-that-google-cuts-00.jpg';
  const longer = 'another-very-long-name-that-is-cut-in-the-json.jpg';
  assert.ok(`${longer}.supplemental-metadata`.slice(0, 46).length === 46);
  const found = await read({
    [`${year}/plain.jpg`]: 'a',
    [`${year}/plain.jpg.json`]: sidecar('plain.jpg', '2019-01-01', 'plain'),
    [`${year}/whole.jpg`]: 'b',
    [`${year}/whole.jpg.supplemental-metadata.json`]: sidecar('whole.jpg', '2019-01-02', 'whole'),
    [`${year}/PXL_20190103_0123456789.MP.jpg`]: 'c',
    [`${year}/PXL_20190103_0123456789.MP.jpg.supplemental-me.json`]: sidecar('PXL.jpg', '2019-01-03', 'cut'),
    [`${year}/${long.slice(0, 43)}.jpg`]: 'd',
    [`${year}/${long.slice(0, 43)}.jp.json`]: sidecar(long, '2019-01-04', 'cut at 46'),
    [`${year}/IMG.jpg`]: 'e',
    [`${year}/IMG.jpg.json`]: sidecar('IMG.jpg', '2019-01-05', 'first'),
    [`${year}/IMG(1).jpg`]: 'f',
    [`${year}/IMG.jpg(1).json`]: sidecar('IMG.jpg', '2019-01-06', 'second'),
    [`${year}/IMG(2).jpg`]: 'g',
    [`${year}/IMG.jpg.supplemental-metadata(2).json`]: sidecar('IMG.jpg', '2019-01-07', 'third'),
    [`${year}/changed_name.jpg`]: 'h',
    [`${year}/other.json`]: sidecar('changed_name.jpg', '2019-01-08', 'by its title'),
    [`${year}/alone.jpg`]: 'i',
    [`${year}/photo-20190110-WA0001.jpg`]: 'j',
  });
  assert.equal(found.source, 'google');
  assert.deepEqual(shown(found), [
    [
      'Photos from 2019',
      [
        ['plain.jpg', '2019-01-01', 'plain'],
        ['whole.jpg', '2019-01-02', 'whole'],
        ['PXL_20190103_0123456789.MP.jpg', '2019-01-03', 'cut'],
        [`${long.slice(0, 43)}.jpg`, '2019-01-04', 'cut at 46'],
        ['IMG.jpg', '2019-01-05', 'first'],
        ['IMG(1).jpg', '2019-01-06', 'second'],
        ['IMG(2).jpg', '2019-01-07', 'third'],
        ['changed_name.jpg', '2019-01-08', 'by its title'],
        ['photo-20190110-WA0001.jpg', '2019-01-10', ''],
        ['alone.jpg', null, ''],
      ],
    ],
  ]);
});

test('the JSON file of a photo may be in another part, and archives with zip64 are read', async () => {
  const photos = await zipOf({ [`${year}/one.jpg`]: 'a' }, { isZip64: true });
  const found = await read(photos, { [`${year}/one.jpg.json`]: sidecar('one.jpg', '2019-05-01', 'Hügel') });
  assert.deepEqual(shown(found), [['Photos from 2019', [['one.jpg', '2019-05-01', 'Hügel']]]]);
});

test('albums of Google Photos have their titles, come before years, and edited photos replace their originals', async () => {
  const album = 'Takeout/Google Fotos/Sommer am See';
  const found = await read({
    [`${year}/b.jpg`]: 'b',
    [`${year}/b.jpg.json`]: sidecar('b.jpg', '2019-06-01'),
    [`${album}/Metadaten.json`]: {
      title: 'Sommer am See 2019',
      description: 'Am Wasser',
      access: 'protected',
    },
    [`${album}/b.jpg`]: 'b',
    [`${album}/b.jpg.json`]: sidecar('b.jpg', '2019-06-01'),
    [`${album}/b-bearbeitet.jpg`]: 'b2',
    [`${album}/c(1).jpg`]: 'c',
    [`${album}/c.jpg(1).json`]: sidecar('c.jpg', '2019-06-02'),
    [`${album}/c-edited(1).jpg`]: 'c2',
    [`${album}/b.mov`]: 'film',
    'Takeout/Google Fotos/Papierkorb/gone.jpg': 'x',
    'Takeout/Google Fotos/Papierkorb/gone.jpg.json': sidecar('gone.jpg', '2019-06-03'),
  });
  assert.deepEqual(shown(found), [
    [
      'Sommer am See 2019',
      [
        ['b-bearbeitet.jpg', '2019-06-01', ''],
        ['c-edited(1).jpg', '2019-06-02', ''],
      ],
    ],
    ['Photos from 2019', [['b.jpg', '2019-06-01', '']]],
  ]);
  assert.equal(found.albums[0]?.words, 'Am Wasser');
  assert.deepEqual(found.leftOut, { original: 2, video: 1, trash: 1 });
});

test('photos of Instagram keep captions and the order of a carousel, with repaired letters', async () => {
  const at = Date.parse('2020-03-04T12:00:00Z') / 1_000;
  const media = (name: string, title = '') => ({
    uri: `media/posts/202003/${name}`,
    creation_timestamp: at,
    title: broken(title),
  });
  const found = await read({
    'media/posts/202003/z.jpg': 'z',
    'media/posts/202003/a.jpg': 'a',
    'media/posts/202003/one.jpg': '1',
    'media/posts/202003/clip.mp4': 'v',
    'your_instagram_activity/media/posts_1.json': [
      { title: broken('Jörg & Zoë 🎉'), creation_timestamp: at, media: [media('z.jpg'), media('a.jpg')] },
      { media: [media('one.jpg', 'Ein Fluß')] },
      { media: [media('clip.mp4')] },
      { media: [media('not-there.jpg')] },
    ],
  });
  assert.equal(found.source, 'instagram');
  assert.deepEqual(shown(found), [
    [
      'Instagram 2020',
      [
        ['z.jpg', '2020-03-04', 'Jörg & Zoë 🎉'],
        ['a.jpg', '2020-03-04', ''],
        ['one.jpg', '2020-03-04', 'Ein Fluß'],
      ],
    ],
  ]);
  assert.deepEqual(found.leftOut, { video: 1, missing: 1 });
});

test('photos of Facebook come by album, the others by year, with the day from the camera', async () => {
  const seconds = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1_000;
  const base = 'your_facebook_activity/posts';
  const found = await read({
    [`${base}/media/Lake_1/1.jpg`]: '1',
    [`${base}/media/Timeline/2.jpg`]: '2',
    [`${base}/album/0.json`]: {
      name: broken('Am See – Müritz'),
      photos: [
        {
          uri: `${base}/media/Lake_1/1.jpg`,
          creation_timestamp: seconds('2015-01-01'),
          description: broken('Schön'),
          media_metadata: { photo_metadata: { exif_data: [{ taken_timestamp: seconds('2012-08-09') }] } },
        },
      ],
    },
    [`${base}/your_posts__check_ins__photos_and_videos_1.json`]: [
      {
        timestamp: seconds('2016-02-03'),
        title: 'Ann added a photo.',
        data: [{ post: broken('Größe') }],
        attachments: [
          {
            data: [
              { media: { uri: `${base}/media/Timeline/2.jpg`, creation_timestamp: seconds('2016-02-03') } },
              { media: { uri: `${base}/media/Lake_1/1.jpg`, creation_timestamp: seconds('2015-01-01') } },
            ],
          },
        ],
      },
    ],
  });
  assert.equal(found.source, 'facebook');
  assert.deepEqual(shown(found), [
    ['Am See – Müritz', [['1.jpg', '2012-08-09', 'Schön']]],
    ['Facebook 2016', [['2.jpg', '2016-02-03', 'Größe']]],
  ]);
});

test('another Circle’s export has its albums, its photos in others’ albums, its moments by year, and all their words', async () => {
  const photo = (file: string, takenOn: string | null = null, alt: string | null = null) => ({
    file,
    width: 1,
    height: 1,
    alt,
    takenOn,
    video: null,
  });
  const long = 'word '.repeat(150).trim();
  const found = await read({
    'data/about.json': { format: 1, product: 'Circle' },
    'data/posts.json': [
      {
        id: 'p1',
        kind: 'post',
        createdAt: '2021-05-06T10:00:00.000Z',
        content: 'Hi @{m1}',
        mentions: [{ id: 'm1', name: 'Ben' }],
        photos: [photo('photos/1.jpg', '2021-05-05'), photo('photos/2.jpg')],
      },
      {
        id: 'p2',
        kind: 'post',
        createdAt: '2021-07-08T10:00:00.000Z',
        content: long,
        mentions: [],
        photos: [],
      },
      {
        id: 'p3',
        kind: 'album',
        title: 'Lake',
        createdAt: '2022-01-01T10:00:00.000Z',
        content: 'words of the album',
        mentions: [],
        photos: [photo('photos/3.jpg', '2019-01-01', 'a swan')],
      },
    ],
    'data/photos-in-albums.json': [
      {
        album: { id: 'p9', title: 'Ben’s garden' },
        addedAt: '2022-03-03T10:00:00.000Z',
        ...photo('photos/4.jpg'),
      },
      { album: null, addedAt: null, ...photo('photos/5.jpg', '2018-02-02', 'a rose') },
      { album: null, addedAt: null, ...photo('photos/6.jpg') },
    ],
    'photos/1.jpg': '1',
    'photos/4.jpg': '4',
    'photos/5.jpg': '5',
    'photos/2.jpg': '2',
    'photos/3.jpg': '3',
  });
  assert.equal(found.source, 'circle');
  assert.deepEqual(shown(found), [
    [
      'In albums of others',
      [
        ['5.jpg', '2018-02-02', 'a rose'],
        ['4.jpg', '2022-03-03', ''],
      ],
    ],
    ['Lake', [['3.jpg', '2019-01-01', 'a swan']]],
    [
      'Moments 2021',
      [
        ['1.jpg', '2021-05-05', 'Hi @Ben'],
        ['2.jpg', '2021-05-06', ''],
        ['p2', '2021-07-08', ''],
      ],
    ],
  ]);
  assert.equal(found.albums[1]?.words, 'words of the album');
  assert.equal(found.albums[2]?.items[2]?.words, `2021-07-08: ${long}`);
  assert.deepEqual(found.leftOut, { missing: 1 });
});

test('a folder is read by its folders, without hidden files', async () => {
  const file = (path: string) => ({ path, file: new File(['x'], path) });
  const files = await openFiles(
    ['Pictures/a/IMG_20180102_1.jpg', 'Pictures/b.png', 'Pictures/.thumbs/c.jpg', 'Pictures/d.mov'].map(file),
  );
  const found = await readArchive(files, words, () => undefined);
  assert.equal(found.source, 'folder');
  assert.deepEqual(shown(found), [
    ['Pictures', [['b.png', null, '']]],
    ['a', [['IMG_20180102_1.jpg', '2018-01-02', '']]],
  ]);
  assert.deepEqual(found.leftOut, { video: 1 });
});

test('an archive that is not complete is refused by name', async () => {
  const whole = await zipOf({ 'a.jpg': 'x'.repeat(5_000) });
  await assert.rejects(
    read(whole.subarray(0, 3_000)),
    (error) => error instanceof BrokenArchive && error.fileName === 'takeout-001.zip',
  );
});

test('an archive is read by its directory: a photo is read only when it is needed', async () => {
  const bytes = await zipOf({ 'a/1.jpg': new Uint8Array(200_000), 'a/2.jpg': new Uint8Array(200_000) });
  let count = 0;
  class Watched extends File {
    override slice(...range: Parameters<Blob['slice']>): Blob {
      const part = super.slice(...range);
      count += part.size;
      return part;
    }
  }
  const [first] = await openFiles([{ path: 'a.zip', file: new Watched([new Uint8Array(bytes)], 'a.zip') }]);
  assert.ok(count < 150_000, `${count} bytes for the directory`);
  assert.equal((await first?.read())?.size, 200_000);
  assert.ok(count < 380_000, `${count} bytes for one photo`);
});

// IMPORT-8
test('where videos are on, they come along, and Live Photos keep their films', async () => {
  const found = await readWith(
    { ...words, videos: true },
    {
      [`${year}/IMG_1.HEIC`]: 'a',
      [`${year}/IMG_1.HEIC.json`]: sidecar('IMG_1.HEIC', '2019-01-01'),
      [`${year}/img_1.MOV`]: 'film',
      [`${year}/IMG_1(1).HEIC`]: 'b',
      [`${year}/IMG_1.HEIC(1).json`]: sidecar('IMG_1.HEIC', '2019-01-02'),
      [`${year}/IMG_1(1).MP4`]: 'other film',
      [`${year}/IMG_2-edited.jpg`]: 'c',
      [`${year}/IMG_2.jpg`]: 'd',
      [`${year}/IMG_2.jpg.json`]: sidecar('IMG_2.jpg', '2019-01-03'),
      [`${year}/IMG_2.mov`]: 'film of the original',
      [`${year}/PXL_20190104_1.MP.jpg`]: 'e',
      [`${year}/PXL_20190104_1.MP`]: 'film of a telephone',
      [`${year}/dance.mp4`]: 'video',
      [`${year}/dance.mp4.json`]: sidecar('dance.mp4', '2019-01-05', 'The dance'),
    },
  );
  assert.deepEqual(
    found.albums.map(({ items }) =>
      items.map(({ key, film, isVideo = false, takenOn, caption }) => [
        key.slice(year.length + 1),
        film?.path.slice(year.length + 1),
        isVideo,
        takenOn,
        caption,
      ]),
    ),
    [
      [
        ['IMG_1.HEIC', 'img_1.MOV', false, '2019-01-01', ''],
        ['IMG_1(1).HEIC', 'IMG_1(1).MP4', false, '2019-01-02', ''],
        ['IMG_2-edited.jpg', 'IMG_2.mov', false, '2019-01-03', ''],
        ['PXL_20190104_1.MP.jpg', 'PXL_20190104_1.MP', false, '2019-01-04', ''],
        ['dance.mp4', undefined, true, '2019-01-05', 'The dance'],
      ],
    ],
  );
  assert.deepEqual(found.leftOut, { original: 1 });
});
