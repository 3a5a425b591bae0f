import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestUsername } from './suggest-username.ts';

test('a username is suggested in Latin letters for names in other scripts, and only if it is readable', () => {
  const names: [first: string, last: string, suggested: string | null][] = [
    ['Ada', 'Lovell', 'ada.lovell'],
    ['Anna-Maria', 'O’Brien', 'anna.maria.obrien'],
    ['Øyvind', 'Åström', 'oyvind.astroem'],
    ['Jörg', 'Weiß', 'joerg.weiss'],
    ['Анна', 'Каренина', 'anna.karenina'],
    ['محمد', 'علي', 'mhmd.ely'],
    ['Γιώργος', 'Παππάς', 'giorgos.pappas'],
    ['小明', '王', null],
    ['小明', 'Wang', 'wang'],
    ['A', 'B', 'a.b'],
    ['!', '?', null],
    ['Ad', 'min', 'ad.min'],
    ['', 'Admin', null],
    ['Wilhelmina Frederika', 'van Oranje-Nassau', 'wilhelmina.frederika.van'],
  ];
  assert.deepEqual(
    names.map(([first, last]) => suggestUsername(first, last)),
    names.map(([, , suggested]) => suggested),
  );
});
