import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayName, handle, listName, profileImage } from './person-name.ts';

const ana = { username: 'ana', firstName: 'Ana', lastName: 'Lima', email: 'ana@example.org' };

// PEOPLE-7
test('a person is shown by username, else by name, else by e-mail, as far as these may be known', async (t) => {
  const table: [what: string, person: Parameters<typeof displayName>[0], display: string, inLists: string][] =
    [
      ['everything known', ana, 'ana', 'Ana Lima'],
      ['no username', { ...ana, username: null }, 'Ana Lima', 'Ana Lima'],
      ['no names', { ...ana, firstName: '', lastName: '' }, 'ana', 'ana'],
      ['the e-mail alone', { username: null, firstName: '', lastName: '', email: 'a@b.c' }, 'a@b.c', 'a@b.c'],
      ['a hidden e-mail', { username: null, firstName: '', lastName: '', email: null }, 'User', 'User'],
      ['one name', { ...ana, username: null, lastName: '' }, 'Ana', 'Ana'],
    ];
  for (const [what, person, display, inLists] of table) {
    await t.test(what, () => {
      assert.equal(displayName(person), display);
      assert.equal(listName(person), inLists);
    });
  }
});

test('a handle is the username or else the id, and profile pictures have their own URL', () => {
  assert.equal(handle({ username: 'ana', id: '1' }), '@ana');
  assert.equal(handle({ username: null, id: '1' }), '@1');
  assert.equal(profileImage({ profileImageUrl: '/uploads/a/b.webp' }), '/api/images/a/b.webp');
  assert.equal(profileImage({ profileImageUrl: 'https://x/y.png' }), 'https://x/y.png');
  assert.equal(profileImage({ profileImageUrl: null }), null);
});
