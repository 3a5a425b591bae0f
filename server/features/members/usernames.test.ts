import assert from 'node:assert/strict';
import { test } from 'node:test';
import { username } from '../../../contract/fields.ts';
import { isSuggested, usernamesFor } from './usernames.ts';

const wang = { firstName: '小明', lastName: 'Wang' };

// PEOPLE-17
test('a username counts as chosen unless it is the suggested one, maybe with digits', () => {
  const nameless = { firstName: '小明', lastName: '王' };
  for (const name of ['wang', 'wang42', null]) assert.ok(isSuggested(wang, name), String(name));
  for (const name of ['wangster', 'wang.42', 'member.1234']) assert.ok(!isSuggested(wang, name), name);
  assert.ok(isSuggested(nameless, 'member.1234') && !isSuggested(nameless, 'wang'));
});

test('the usernames that are tried are valid, also for a wished one of the greatest length', () => {
  for (const wished of [null, 'w'.repeat(30)]) {
    const tried = usernamesFor(wang, wished).take(40).toArray();
    assert.deepEqual(
      tried.filter((name) => !username.safeParse(name).success),
      [],
    );
  }
});
