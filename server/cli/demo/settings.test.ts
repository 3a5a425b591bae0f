import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SettingGroup } from '../../../contract/settings.ts';
import { demoSettings } from './settings.ts';

test('the demonstration listens to its machine alone, and no form changes what reaches out of its folder', (t) => {
  const { env } = process;
  t.after(() => {
    process.env = env;
  });
  process.env = { ...env, HOST: '0.0.0.0', BACKUP_DIR: '/backups', BACKUP_KEEP: '7' };
  const { host, backup, dataDir, setOutside } = demoSettings('/tmp/demo');
  assert.deepEqual([host, backup, dataDir], ['localhost', null, '/tmp/demo']);
  assert.deepEqual(setOutside, SettingGroup.options);
});
