import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { settingNames } from '../../server/settings-variables.ts';

test('docs/operating.md describes every setting, and only settings that exist', () => {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const described = [...page.matchAll(/^\| `([A-Z0-9_]+)` +\|/gm)].map((match) => match[1]);
  assert.deepEqual(described, [...settingNames]);
});
