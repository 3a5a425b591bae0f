import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { type Hearts, setHeart } from './set-heart.ts';

/** Presses a heart once for each answer, all before the first one. @returns what is shown after the last */
const shownAfter = async (answers: readonly (Hearts | Error)[]): Promise<Hearts> => {
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  let shown: Hearts = { isLiked: false, likesCount: 3 };
  for (const answer of answers) {
    setHeart(client, {
      key: ['like', 'a'],
      liked: !shown.isLiked,
      before: shown,
      call: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
      show: (hearts) => {
        shown = hearts;
      },
    });
  }
  await new Promise<void>((resolve) => {
    client.getMutationCache().subscribe(() => client.isMutating() === 0 && resolve());
  });
  return shown;
};

test('a heart that was given and taken back without a connection does not stay', async () => {
  const lost = new Error('no connection');
  assert.deepEqual(await shownAfter([lost, lost]), { isLiked: false, likesCount: 3 });
});

test('a heart that was given, but could not be taken back, stays', async () => {
  const given = { isLiked: true, likesCount: 4 };
  assert.deepEqual(await shownAfter([given, new Error('no connection')]), given);
});
