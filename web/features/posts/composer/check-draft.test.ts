import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { checkDraft, type Problems, problemsIn } from './check-draft.ts';
import type { Draft } from './draft.ts';

const draft = (more: Partial<Draft>): Draft => ({
  named: [],
  text: '',
  circleIds: [],
  withoutLetters: false,
  leftOut: [],
  keepsDays: true,
  ...more,
});

test('a draft is checked with the server’s messages', async (t) => {
  const table: [what: string, draft: Draft, expected: Problems, alts?: string[]][] = [
    ['words and a circle', draft({ text: 'First light' }), {}],
    ['a photo and a circle', draft({}), {}, ['']],
    ['nothing but blanks', draft({ text: ' \n ' }), { content: messages.postEmpty }],
    ['a story with a photo', draft({ text: 'x'.repeat(limits.textPost) }), {}, ['']],
    [
      'one character more',
      draft({ text: 'x'.repeat(limits.textPost + 1) }),
      { content: messages.textTooLong },
      [''],
    ],
    [
      'too many without photos',
      draft({ text: 'x'.repeat(limits.textPost + 1) }),
      { content: messages.textTooLong },
    ],
    ['characters of two units count once', draft({ text: '\u{1F34B}'.repeat(limits.textPost) }), {}, ['']],
    [
      'a long description',
      draft({}),
      { photos: messages.photoCaptionTooLong },
      ['x'.repeat(limits.photoCaption + 1)],
    ],
  ];
  for (const [what, given, expected, alts = []] of table) {
    await t.test(what, () => assert.deepEqual(checkDraft(given, alts), expected));
  }
});

test('a server error is shown beside the field that it is about', () => {
  const issues = [
    { path: 'media.1', message: 'broken' },
    { path: 'circleIds', message: 'which?' },
    { path: 'somewhere', message: 'else' },
  ];
  assert.deepEqual(problemsIn(issues), { photos: 'broken', circles: 'which?' });
});
