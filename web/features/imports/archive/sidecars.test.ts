import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Contents, sidecar } from '../../../../test/harness/imports/archives.ts';
import { read, readWith, shown, words } from '../../../../test/harness/imports/reading.ts';
import { Sidecars } from './sidecars.ts';

/** Days by the photo's name, of an archive in which each JSON file has the day of the photo that follows it. */
const daysOf = async (folder: string, files: Readonly<Record<string, Contents>>) => {
  const inFolder = Object.entries(files).map(([name, contents]): [string, Contents] => [
    `${folder}/${name}`,
    contents,
  ]);
  const found = await readWith({ ...words, videos: true }, Object.fromEntries<Contents>(inFolder));
  return Object.fromEntries(
    found.albums.flatMap(({ items }) =>
      items.map(({ key, takenOn }): [string, string | null] => [key.slice(folder.length + 1), takenOn]),
    ),
  );
};

const year = 'Takeout/Google Photos/Photos from 2013';

test('the JSON file of a photo whose title has no ending is found under each of its names', async () => {
  const long = 'a title without an ending that is much longer than Google keeps';
  const files: [photo: string, json: string, title: string][] = [
    ['beach.jpg', 'beach.supplemental-metadata.json', 'beach'],
    ['beach(1).jpg', 'beach.supplemental-metadata(1).json', 'beach'],
    ['hill.png', 'hill.json', 'hill'],
    ['hill(2).png', 'hill(2).json', 'hill'],
    ['a walk on a sunny day.jpg', 'a walk on a sunny day.supplemental-metada.json', 'a walk on a sunny day'],
    [
      'a walk on a sunny day(1).jpg',
      'a walk on a sunny day.supplemental-me(1).json',
      'a walk on a sunny day',
    ],
    ['Mr. Lind.mp4', 'Mr. Lind.supplemental-metadata.json', 'Mr. Lind'],
    [`${long.slice(0, 43)}.jpg`, `${long.slice(0, 46)}.json`, long],
    [`${long.slice(0, 43)}(1).jpg`, `${long.slice(0, 46)}(1).json`, long],
    [`B${long.slice(0, 46)}.jpg`, `B${long.slice(0, 45)}.json`, `B${long}`],
  ];
  const dayAt = (at: number) => `2013-06-${10 + at}`;
  const contents = Object.fromEntries<Contents>(
    files.flatMap(([photo, json, title], at): [string, Contents][] => [
      [photo, 'x'],
      [json, sidecar(title, dayAt(at))],
    ]),
  );
  const expected = Object.fromEntries(files.map(([photo], at): [string, string] => [photo, dayAt(at)]));
  for (const folder of [year, 'beach']) assert.deepEqual(await daysOf(folder, contents), expected, folder);
});

test('titles and names that differ in their ending, its case or signs belong together', async () => {
  assert.deepEqual(
    await daysOf(year, {
      'IMG_1(1).jpg': 'x',
      'IMG_1.JPG(1).json': sidecar('IMG_1.JPG', '2013-01-01'),
      'IMG_2.MOV': 'x',
      'IMG_2.HEIC.json': sidecar('IMG_2.HEIC', '2013-01-02'),
      'who_ me_.jpg': 'x',
      'who.json': sidecar('who? me!.jpg', '2013-01-03'),
      'case.jpg': 'x',
      'CASE.JPG': 'x',
      'CASE.JPG.json': sidecar('CASE.JPG', '2013-01-04'),
      'case.jpg.json': sidecar('case.jpg', '2013-01-05'),
    }),
    {
      'IMG_1(1).jpg': '2013-01-01',
      'IMG_2.MOV': '2013-01-02',
      'who_ me_.jpg': '2013-01-03',
      'CASE.JPG': '2013-01-04',
      'case.jpg': '2013-01-05',
    },
  );
});

test('an edited photo replaces its original in every language', async () => {
  const endings = ['edited', 'EDITED', 'ha editado', 'editat', '编辑', 'muokattu', 'bewerk'];
  const files = endings.flatMap((ending, at): [string, Contents][] => [
    [`${year}/IMG_${at}.jpg`, 'x'],
    [`${year}/IMG_${at}-${ending}.jpg`, 'x'],
    [`${year}/IMG_${at}.jpg.json`, sidecar(`IMG_${at}.jpg`, `2013-02-0${at + 1}`, ending)],
  ]);
  const found = await read({
    ...Object.fromEntries<Contents>(files),
    [`${year}/IMG_7.HEIC`]: 'x',
    [`${year}/IMG_7-edited.jpg`]: 'x',
    [`${year}/IMG_7.HEIC.json`]: sidecar('IMG_7.HEIC', '2013-02-08', 'of a HEIC'),
    [`${year}/IMG_8(1)-edited.jpg`]: 'x',
    [`${year}/IMG_8.jpg`]: 'x',
    [`${year}/IMG_8.jpg.json`]: sidecar('IMG_8.jpg', '2013-02-09', 'another photo'),
    [`${year}/IMG_8-house.jpg`]: 'x',
    [`${year}/IMG_8-house.jpg.json`]: sidecar('IMG_8-house.jpg', '2013-02-09', 'has its own'),
  });
  assert.deepEqual(shown(found), [
    [
      'Photos from 2013',
      [
        ...endings.map((ending, at) => [`IMG_${at}-${ending}.jpg`, `2013-02-0${at + 1}`, ending]),
        ['IMG_7-edited.jpg', '2013-02-08', 'of a HEIC'],
        ['IMG_8-house.jpg', '2013-02-09', 'has its own'],
        ['IMG_8.jpg', '2013-02-09', 'another photo'],
        ['IMG_8(1)-edited.jpg', null, ''],
      ],
    ],
  ]);
  assert.deepEqual(found.leftOut, { original: 8 });
});

test('what the JSON file calls trashed is left out, whatever its folder is called', async () => {
  const trashed = (title: string) => ({ ...sidecar(title, '2013-03-01'), trashed: true });
  const found = await read({
    [`${year}/kept.jpg`]: 'x',
    [`${year}/kept.jpg.json`]: { ...sidecar('kept.jpg', '2013-03-01'), trashed: false },
    [`${year}/gone.jpg`]: 'x',
    [`${year}/gone.jpg.json`]: trashed('gone.jpg'),
    'Takeout/Google Photos/Roskakori/old.jpg': 'x',
    'Takeout/Google Photos/Roskakori/old.jpg.json': trashed('old.jpg'),
  });
  assert.deepEqual(shown(found), [['Photos from 2013', [['kept.jpg', '2013-03-01', '']]]]);
  assert.deepEqual(found.leftOut, { trash: 2 });
});

test('finding the JSON files of cut names takes as long for each of 16,000 photos as of 2,000', () => {
  const timeOf = (count: number): number => {
    const names = Array.from({ length: count }, (_, at) => `PXL_20190101_${100_000_000 + at}.MP.jpg`);
    const said = { takenOn: '2019-01-01', caption: '', isTrashed: false };
    const before = process.cpuUsage();
    const all = new Sidecars(
      names.map((title) => [`${`${title}.supplemental-metadata`.slice(0, 46)}.json`, { ...said, title }]),
    );
    for (const name of names) assert.equal(all.find(name)?.title, name);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  timeOf(2_000);
  const few = timeOf(2_000);
  assert.ok(timeOf(16_000) < 8 * few * 4);
});
