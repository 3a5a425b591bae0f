import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseSync } from 'vite';

/** Syntax of 2016 and later, as ESTree names it, and what an old browser's page cannot use. */
const newer = new Set([
  'AwaitExpression',
  'ChainExpression',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportDeclaration',
  'ImportExpression',
  'MetaProperty',
  'PrivateIdentifier',
  'PropertyDefinition',
  'StaticBlock',
]);

const newOperators = new Set(['??', '??=', '&&=', '||=', '**', '**=']);
const newNames = new Set([
  'fetch',
  'ReadableStream',
  'structuredClone',
  'replaceAll',
  'flatMap',
  'fromEntries',
  'at',
  // Taken for `true`: the listener stays.
  'once',
]);

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Names what a browser of 2015 cannot read in a program. */
const newerIn = (node: unknown, found: string[] = []): string[] => {
  if (!isNode(node)) return found;
  const [type, operator, name] = ['type', 'operator', 'name'].map((key) => String(Reflect.get(node, key)));
  if (type && newer.has(type)) found.push(type);
  if (operator && newOperators.has(operator)) found.push(operator);
  if (type === 'Identifier' && name && newNames.has(name)) found.push(name);
  if (Reflect.get(node, 'async') === true) found.push('async');
  if (type === 'CatchClause' && Reflect.get(node, 'param') === null) found.push('catch without a name');
  const isSpread = (entry: unknown) =>
    isNode(entry) && ['SpreadElement', 'RestElement'].includes(String(Reflect.get(entry, 'type')));
  const properties: unknown = Reflect.get(node, 'properties');
  if (Array.isArray(properties) && properties.some(isSpread)) found.push('spread of an object');
  for (const value of Object.values(node)) newerIn(value, found);
  return found;
};

const parsed = (text: string) => {
  const { program, errors } = parseSync('frame.js', text, { sourceType: 'script' });
  assert.deepEqual(errors, []);
  return program;
};

test('the script of the frame’s page is a plain script in the syntax of 2015', () => {
  const text = readFileSync(new URL('../../dist/web/frame/frame.js', import.meta.url), 'utf8');
  assert.ok(text.length > 3_000);
  assert.deepEqual(newerIn(parsed(text)), []);
  for (const modern of [
    'a?.b',
    'a ?? b',
    'async () => 1',
    '({ ...a })',
    'try {} catch {}',
    'class A { b = 1 }',
    'fetch(1)',
  ])
    assert.notDeepEqual(newerIn(parsed(modern)), [], modern);
});
