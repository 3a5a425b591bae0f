import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateX25519Identity } from 'age-encryption';
import {
  groupsOf,
  joinSheets,
  readSheet,
  scannedSheet,
  shareOf,
  splitKey,
  type Sheet,
} from './key-sheets.ts';

const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);

const sheetsOf = (key: string): string[] => {
  const sheets = splitKey(key);
  assert.equal(sheets?.length, 3);
  return sheets;
};

const read = (text: string): Sheet => {
  const sheet = readSheet(text);
  assert.ok('number' in sheet, JSON.stringify(sheet));
  return sheet;
};

// OPERATE-30
test('any two of three sheets restore the key, typed in any way or scanned', async () => {
  for (let round = 0; round < 20; round += 1) {
    const key = await generateX25519Identity();
    const sheets = sheetsOf(key);
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const typed = groupsOf(sheets[a] ?? '')
        .map((group, at) => `${at % 4 === 3 ? `${group}\n` : group} `)
        .join('')
        .toLowerCase();
      assert.deepEqual(joinSheets(read(typed), read(scannedSheet(sheets[b] ?? ''))), { key });
    }
  }
});

// OPERATE-30: of any byte of a sheet, each value of the key's byte is equally possible.
test('one sheet alone tells nothing about the key', async () => {
  for (const number of [1, 2, 3] as const) {
    const secretsBehind = Array.from({ length: 256 }, () => new Set<number>());
    for (const slope of every) {
      const shares = shareOf(every, new Uint8Array(256).fill(slope), number);
      for (const [secret, share] of shares.entries()) secretsBehind[share]?.add(secret);
    }
    for (const secrets of secretsBehind) assert.equal(secrets.size, 256);
  }

  // The chance that random bytes take fewer values than this in 400 tries is below 1 in a billion.
  const key = await generateX25519Identity();
  const made = Array.from({ length: 400 }, () => sheetsOf(key).map((letters) => read(letters).bytes));
  for (const number of [0, 1, 2]) {
    for (const at of [0, 15, 31]) {
      const values = made.map((shares) => shares[number]?.[at]);
      assert.ok(new Set(values).size > 150, `byte ${at} of sheet ${number + 1}`);
      // Nor may two bytes of the key share their random number.
      const sums = made.map((shares) => (shares[number]?.[at] ?? 0) ^ (shares[number]?.[7] ?? 0));
      assert.ok(new Set(sums).size > 150, `bytes ${at} and 7 of sheet ${number + 1}`);
    }
  }
  const sets = made.map(([bytes]) => bytes?.join());
  assert.equal(new Set(sets).size, made.length);
});

// OPERATE-30
test('a mistyped sheet names the group with the wrong letter, and no wrong sheet passes', async () => {
  const [first = '', second = ''] = sheetsOf(await generateX25519Identity());
  for (let at = 0; at < first.length; at += 1) {
    const other = first[at] === 'Q' ? 'P' : 'Q';
    assert.deepEqual(readSheet(first.slice(0, at) + other + first.slice(at + 1)), {
      fault: 'mistyped',
      group: Math.floor(at / 5) + 1,
    });
  }
  const swapped = [...first];
  const at = swapped.findIndex((letter, index) => index > 0 && letter !== swapped[index - 1]);
  [swapped[at - 1], swapped[at]] = [swapped[at] ?? '', swapped[at - 1] ?? ''];
  assert.deepEqual(readSheet(swapped.join('')), { fault: 'mistyped', group: null });
  assert.deepEqual(readSheet(first.slice(1)), { fault: 'length', letters: 64 });
  assert.deepEqual(readSheet(''), { fault: 'length', letters: 0 });
  assert.deepEqual(readSheet(`${first.slice(0, 64)}B`), { fault: 'letters', letters: 'b' });
  // These characters look alike in handwriting.
  const alike = first.replaceAll('0', 'O').replaceAll('L', '1');
  assert.deepEqual(read(alike), read(first));
  assert.deepEqual(joinSheets(read(first), read(first)), { fault: 'same' });
  const [stranger = ''] = sheetsOf(await generateX25519Identity());
  assert.deepEqual(joinSheets(read(second), read(stranger)), { fault: 'strangers' });
});

test('what is no private key is not split', async () => {
  const key = await generateX25519Identity();
  assert.ok(splitKey(`${key}\n`));
  for (const wrong of ['', 'AGE-SECRET-KEY-1', key.slice(0, -1), `${key}Q`, key.replace('KEY', 'TEA')])
    assert.equal(splitKey(wrong), null, wrong);
});
