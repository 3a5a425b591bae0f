import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toContent } from './to-content.ts';
import { addNamed, writtenFrom } from './written.ts';

const [ann, anna, other] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)];

test('names become mentions when sent, and come back as names to be edited', () => {
  const named = [
    { id: ann, name: 'Ann' },
    { id: anna, name: 'Ann-Marie (Oma)' },
  ];
  const text = 'For @Ann-Marie (Oma), @Ann and @Annabel, or @Ruth';
  const sent = toContent({ text, named });
  assert.equal(sent.content, `For @{${anna}}, @{${ann}} and @Annabel, or @Ruth`);
  assert.deepEqual(new Set(sent.mentions), new Set([ann, anna]));
  assert.equal(writtenFrom(sent.content, named).text, text);
});

test('members with the same name, and those without one, stay apart', () => {
  const content = `@{${ann}} @{${anna}} @{${other}}`;
  const written = writtenFrom(content, [
    { id: ann, name: 'Ann' },
    { id: anna, name: 'Ann' },
    { id: other, name: null },
  ]);
  assert.equal(written.text, '@Ann @Ann 2 @somebody');
  assert.equal(toContent(written).content, content);
  assert.deepEqual(addNamed(written.named, { id: ann, name: 'Ann' }), written.named);
});

test('a name that was changed is no mention any more', () => {
  assert.deepEqual(toContent({ text: ' Hello @An ', named: [{ id: ann, name: 'Ann' }] }), {
    content: 'Hello @An',
    mentions: [],
  });
});
