import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplyKeys } from './reply-keys.ts';
import { withoutKeys } from './without-keys.ts';

const keys = createReplyKeys('a secret');
const key = keys.seal({ kind: 'letter', user: 7, object: 3 });
const bounce = `b${keys.seal({ kind: 'bounce', user: 7, object: 0 })}`;
const page = `https://circle.example.org/letter/${key}`;
const clean = (text: string) => withoutKeys(keys, text);

/** Lines with a key or a link of a letter, as mail programs and scanners of links write them. */
const lines = [
  key,
  `Answer: circle+${key}@example.org`,
  `<mailto:circle%2B${key.toUpperCase()}%40example.org?subject=Re>`,
  `circle+${bounce}@example.org`,
  `Stop these letters: ${page}/stop`,
  `https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fcircle.example.org%2Fletter%2F${key}%2Fstop&data=05`,
  `https://urldefense.com/v3/__${page}__;!!x`,
  `https://urldefense.proofpoint.com/v2/url?u=https-3A__circle.example.org_letter_${key}&d=x`,
  `In-Reply-To: <0123456789abcdef.${key}@circle.example.org>`,
  `https://circle.example.org/letter/mine/${'aB3_-'.repeat(9)}`,
  `List-Unsubscribe: <https://circle.example.org/api/delivery/stop/${'aB3_-'.repeat(9)}>`,
  // Broken into lines, marked as a quote, and with invisible characters.
  `> Open my letter: https://circle.example.org/letter/${key.slice(0, 9)}\n> ${key.slice(9)}`,
  `${page.slice(0, -20)}=\n${page.slice(-20)}/mine`,
  `${key.slice(0, 5)}\u200b${key.slice(5, 11)}\u00ad${key.slice(11)}`,
];

// MAILBOX-57
test('a text loses the lines with keys and links of letters, and keeps the others', () => {
  for (const line of lines) assert.equal(clean(`Hello\n${line}\nSee you\n`), 'Hello\nSee you', line);
});

// MAILBOX-57
test('a text of one line loses the words with keys and keeps the others', () => {
  assert.equal(clean(`Look ${page}/posts/1 how lovely`), 'Look how lovely');
  assert.equal(clean(page), '');
});

test('other long words, links and addresses stay', () => {
  for (const text of [
    'Geschwindigkeitsbegrenzung\n  \n  with blanks  \n',
    `https://circle.example.org/letter/${'a'.repeat(26)}`,
    `circle+${'b'.repeat(26)}@example.org`,
    'https://circle.example.org/post/0123456789abcdef0123456789abcdef',
    'see /letter/mine/ and /api/delivery/stop/',
  ])
    assert.equal(clean(text), text);
});
