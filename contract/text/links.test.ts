import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitLinks } from './links.ts';

const linksIn = (text: string) => splitLinks(text).flatMap((piece) => ('link' in piece ? piece.link : []));

// MOMENT-18
test('web addresses are found as people write them, and nothing else', () => {
  const table: [text: string, links: string[]][] = [
    ['See https://example.org.', ['https://example.org']],
    ['(https://example.org/a_(b))', ['https://example.org/a_(b)']],
    [
      'https://example.org/?q=a&b=c#d, and http://example.net/x!',
      ['https://example.org/?q=a&b=c#d', 'http://example.net/x'],
    ],
    ['HTTPS://Example.org/Straße/花?', ['HTTPS://Example.org/Straße/花']],
    ['„https://example.org/a“ and «http://b.example»', ['https://example.org/a', 'http://b.example']],
    ['https://example.org/a\nhttps://example.org/b', ['https://example.org/a', 'https://example.org/b']],
    ['https://[::1]:3000/x]', ['https://[::1]:3000/x']],
    ['<https://example.org>', ['https://example.org']],
    ['javascript:alert(1) data:text/html,x ftp://example.org example.org www.example.org', []],
    ['https:// https://. http://', []],
    ['https://example.org/\u202Egpj.exe', ['https://example.org/']],
  ];
  for (const [text, links] of table) {
    assert.deepEqual(linksIn(text), links, text);
    assert.equal(
      splitLinks(text)
        .map((piece) => ('link' in piece ? piece.link : piece.words))
        .join(''),
      text,
      'nothing is lost',
    );
  }
});

test('hostile texts are split in time that grows with their length', () => {
  const begun = performance.now();
  for (const text of [
    'http://'.repeat(700),
    `https://a${')'.repeat(5_000)}`,
    `https://a/${'(.'.repeat(2_500)}`,
  ])
    for (let times = 0; times < 10; times += 1) splitLinks(text);
  assert.ok(performance.now() - begun < 500);
});
