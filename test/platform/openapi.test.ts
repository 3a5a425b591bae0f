import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { endpoints } from '../../contract/endpoints.ts';
import { describeInterface } from '../../scripts/openapi.ts';

const text = describeInterface();

test('the committed OpenAPI description matches the contract (else: npm run openapi)', () => {
  assert.equal(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'), text);
});

test('the OpenAPI description lists every endpoint', () => {
  const names = [...text.matchAll(/"operationId": "([^"]+)"/g)].map((match) => match[1] ?? '');
  assert.deepEqual(names.toSorted(), [...endpoints.keys()].toSorted());
});
