import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { isTakenDay, readTakenDay } from '../../contract/text/taken-day.ts';
import { datedPhoto } from '../harness/dated-photos.ts';
import { heic, pictureItem, readEncoded, secretItems } from '../harness/heic.ts';

const now = Date.parse('2026-11-24T12:00:00Z');
const original = '2019:05:03 10:20:30';

// DAY-1
test('the day is read from JPEG, PNG, WebP and HEIC', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const)
    assert.equal(readTakenDay(await datedPhoto({ original }, format), now), '2019-05-03', format);
  const { exif } = await sharp(await datedPhoto({ original })).metadata();
  assert.ok(exif);
  const items = [pictureItem(readEncoded('chart.heic')), ...secretItems(exif.subarray(6), '<x/>')];
  assert.equal(readTakenDay(heic(items), now), '2019-05-03');
});

// DAY-1
test('the day of digitizing stands in for that of taking, and no other day does', async () => {
  assert.equal(readTakenDay(await datedPhoto({ digitized: original }), now), '2019-05-03');
  assert.equal(
    readTakenDay(await datedPhoto({ original, digitized: '2022:01:01 00:00:00' }), now),
    '2019-05-03',
  );
  // The days of the last change and of the place.
  assert.equal(readTakenDay(await datedPhoto({}), now), null);
});

test('days with other separators, or padded with blanks, are read', async () => {
  for (const day of [
    '2019/05/03 10:20',
    '2019-05-03T10:20',
    '2019.05.03',
    ' 2019:05:03',
    '2019: 5: 3',
    '20190503',
  ])
    assert.equal(readTakenDay(await datedPhoto({ original: day.padEnd(19) }), now), '2019-05-03', day);
});

test('the day is found behind all lawful segments of a JPEG', async () => {
  const file = await datedPhoto({ original });
  const [start, rest] = [file.subarray(0, 2), file.subarray(2)];
  const comment = Buffer.from([0xff, 0xfe, 0, 4, 65, 66]);
  const between: [string, number[]][] = [
    ['fill bytes', [0xff, 0xff, 0xff]],
    ['fill bytes around a comment', [0xff, 0xff, ...comment, 0xff]],
    ['marks without a length', [0xff, 0x01, 0xff, 0xd0, 0xff, 0xd7]],
    ['an empty segment', [0xff, 0xe9, 0, 2]],
  ];
  for (const [name, bytes] of between)
    assert.equal(readTakenDay(Buffer.concat([start, Buffer.from(bytes), rest]), now), '2019-05-03', name);
});

/** A file in which every access to bytes of the place fails. */
const watched = (file: Buffer, from: number, to: number): Uint8Array => {
  const bytes = new Uint8Array(file);
  bytes.fill(0xff, from, to);
  return bytes;
};

// DAY-1
test('the day is found without the directory of the place', async () => {
  const file = await datedPhoto({ original });
  const pointer = file.indexOf(Buffer.from([0x25, 0x88]));
  assert.ok(pointer > 0, 'the photo must have a place');
  // Pointers to the place that lead nowhere would break a reader that follows them.
  assert.equal(readTakenDay(watched(file, pointer + 8, pointer + 12), now), '2019-05-03');
});

test('days that cannot be true are unknown', async () => {
  const wrong = [
    '0000:00:00 00:00:00',
    '2019:02:29 00:00:00',
    '1825:12:31 00:00:00',
    '2026:11:26 00:00:00',
    '    :  :     :  :  ',
  ];
  for (const day of wrong) assert.equal(readTakenDay(await datedPhoto({ original: day }), now), null, day);
  assert.equal(
    readTakenDay(await datedPhoto({ original: '0000:00:00 00:00:00', digitized: original }), now),
    '2019-05-03',
  );
  assert.deepEqual(
    ['1826-01-01', '2026-11-25', '2024-02-29', '2026-11-26', '2023-02-29', '2019-5-3', '2019-13-01'].map(
      (day) => isTakenDay(day, now),
    ),
    [true, true, true, false, false, false, false],
  );
});

test('damaged files have no day, or the right one, and raise no error', async () => {
  const files = await Promise.all(
    (['jpeg', 'png', 'webp'] as const).map((format) => datedPhoto({ original }, format)),
  );
  const { exif } = await sharp(await datedPhoto({ original })).metadata();
  files.push(
    heic([pictureItem(readEncoded('chart.heic')), ...secretItems(exif?.subarray(6) ?? Buffer.alloc(0), '')]),
  );
  for (const file of files) {
    for (let length = 0; length < 700; length += 1) readTakenDay(file.subarray(0, length), now);
    for (let round = 0; round < 3_000; round += 1) {
      const bytes = new Uint8Array(file);
      for (let change = 0; change < 1 + (round % 4); change += 1)
        bytes[(round * 7919 + change * 104_729) % Math.min(bytes.length, 700)] =
          (round * 31 + change * 17) % 256;
      const day = readTakenDay(bytes, now);
      assert.ok(day === null || isTakenDay(day, now));
    }
  }
});
