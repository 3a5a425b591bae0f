import assert from 'node:assert/strict';
import type { Person } from './person.ts';
import type { TestServer } from './test-server.ts';

/** A circle of the first of these members with all others. */
export const familyCircle = async (
  server: TestServer,
  names: readonly string[],
  settings?: Parameters<Person['makesCircle']>[1],
) => {
  const [author, ...others] = await server.members(...names);
  assert.ok(author);
  const circle = await author.makesCircle('Family', settings);
  for (const member of others) await author.adds(member, circle);
  return { author, others, circle };
};

/** A circle in which late members see no earlier moments. */
export const lateCircle = (server: TestServer, names: readonly string[]) =>
  familyCircle(server, names, { showsEarlierPosts: false });
