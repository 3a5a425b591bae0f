import assert from 'node:assert/strict';
import type { TestServer } from './test-server.ts';

/** A circle of the first of these members with all others, in which late members see no earlier moments. */
export const lateCircle = async (server: TestServer, names: readonly string[]) => {
  const [author, ...others] = await server.members(...names);
  assert.ok(author);
  const circle = await author.makesCircle('Family', { showsEarlierPosts: false });
  for (const member of others) await author.adds(member, circle);
  return { author, others, circle };
};
