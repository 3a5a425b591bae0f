import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthAt, partOf, stepBy } from './rail-place.ts';

const years = [2024, 2023, 2019];

test('a month is at one part of the rail, and that part leads to the month', () => {
  for (const month of ['2024-12', '2024-01', '2023-06', '2019-01'])
    assert.equal(monthAt(years, partOf(years, month)), month);
  assert.equal(monthAt(years, -1), '2024-12');
  assert.equal(monthAt(years, 2), '2019-01');
  assert.equal(monthAt(years, partOf(years, '2021-03')), '2019-12');
});

test('keys lead to the years before and after', () => {
  assert.equal(stepBy(years, '2024-03', 'ArrowDown'), '2023-12');
  assert.equal(stepBy(years, '2019-03', 'ArrowUp'), '2023-12');
  assert.equal(stepBy(years, '2024-03', 'End'), '2019-12');
  assert.equal(stepBy(years, '2019-03', 'Home'), '2024-12');
  assert.equal(stepBy(years, '2019-03', 'x'), null);
});
