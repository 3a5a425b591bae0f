import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SetupId, type SetupItem } from '../../../contract/system.ts';
import { homeSteps } from './home-steps.ts';

/** All steps, of which those that are named are open. */
const itemsWith = (...open: SetupId[]): SetupItem[] =>
  SetupId.options.map((id) => ({ id, state: open.includes(id) ? 'todo' : 'done', detail: null }));

const listed = (items: SetupItem[]) => homeSteps(items).items.map(({ id }) => id);

test('Home lists the first steps until all are done, and a full disk or an untrusted proxy while there is one', () => {
  const first = ['address', 'https', 'mail', 'administrator', 'backup'];
  assert.deepEqual(listed(itemsWith()), []);
  assert.deepEqual(listed(itemsWith('mail')), first);
  assert.deepEqual(listed(itemsWith('mail', 'disk', 'mail-in', 'name', 'circle')), [...first, 'disk']);
  assert.equal(homeSteps(itemsWith('mail', 'disk')).done, 4);
  assert.deepEqual(listed(itemsWith('disk', 'proxy')), ['disk', 'proxy']);
  assert.deepEqual(
    [homeSteps(itemsWith('disk')).isLater, homeSteps(itemsWith('mail')).isLater],
    [true, false],
  );
  const unknown = itemsWith('mail').map(
    (item): SetupItem => (item.id === 'address' ? { ...item, state: 'unknown' } : item),
  );
  assert.deepEqual(listed(unknown), first.slice(1));
});
