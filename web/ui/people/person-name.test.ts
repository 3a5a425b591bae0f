import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayName, handle, profileImage } from './person-name.ts';

test('a person is shown by name, else by username', () => {
  const ana = { username: 'ana', firstName: 'Ana', lastName: 'Lima' };
  assert.equal(displayName(ana), 'Ana Lima');
  assert.equal(displayName({ ...ana, lastName: '' }), 'Ana');
  assert.equal(displayName({ ...ana, firstName: '', lastName: '' }), 'ana');
  assert.equal(displayName({ username: null, firstName: '', lastName: '' }), 'User');
});

test('a handle is the username, and profile pictures have their own URL', () => {
  assert.equal(handle({ username: 'ana' }), '@ana');
  assert.equal(handle({ username: null }), null);
  assert.equal(profileImage({ profileImageUrl: '/uploads/a/b.webp' }), '/api/images/a/b.webp');
  assert.equal(profileImage({ profileImageUrl: 'https://x/y.png' }), 'https://x/y.png');
  assert.equal(profileImage({ profileImageUrl: null }), null);
});
