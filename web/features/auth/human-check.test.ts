import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newChallenge } from './human-check.ts';

test('ten thousand human checks are all small sums with their right answers', () => {
  for (let i = 0; i < 10_000; i += 1) {
    const { question, answer } = newChallenge();
    const [, left, sign, right] = /^(\d+) ([+×-]) (\d+)$/.exec(question) ?? [];
    const [a, b] = [Number(left), Number(right)];
    assert.ok(a >= 1 && b >= 1 && a <= (sign === '×' ? 5 : 10) && b <= (sign === '×' ? 5 : 10), question);
    if (sign === '-') assert.ok(a >= b, question);
    assert.equal(answer, sign === '+' ? a + b : sign === '-' ? a - b : a * b, question);
  }
});

test('all three kinds of human checks occur', () => {
  const signs = new Set(Array.from({ length: 1_000 }, () => newChallenge().question.split(' ')[1]));
  assert.deepEqual(signs, new Set(['+', '-', '×']));
});
