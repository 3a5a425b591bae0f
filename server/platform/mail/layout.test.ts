import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailLayout, type MailText } from './layout.ts';

const mail: MailText = {
  language: 'en',
  heading: 'Zoë & Ben invite you',
  paragraphs: ['Zoë has made a circle for you.', 'Two lines:\nthis is the second.'],
  quote: 'Come & see.\nIt is "warm" here.',
  action: { text: 'Join the circle', url: 'https://circle.example/join/ABC?a=1&b=2' },
  footer: ['You get this because Zoë knows your address.', 'Circle has no advertising.'],
  stop: { text: 'No more invitations', url: 'https://circle.example/stop/x' },
};

test('the text version of a mail contains everything, in order and readable', () => {
  assert.equal(
    mailLayout(mail).text,
    `Zoë & Ben invite you

Zoë has made a circle for you.

Two lines:
this is the second.

> Come & see.
> It is "warm" here.

Join the circle:
https://circle.example/join/ABC?a=1&b=2

-- 
You get this because Zoë knows your address.
Circle has no advertising.
No more invitations: https://circle.example/stop/x
`,
  );
});

test('the HTML version of a mail contains the same as the text, escaped', () => {
  const { html } = mailLayout(mail);
  for (const piece of [
    '<title>Zoë &amp; Ben invite you</title>',
    'Two lines:<br>\nthis is the second.',
    'Come &amp; see.<br>\nIt is &quot;warm&quot; here.',
    'href="https://circle.example/join/ABC?a=1&amp;b=2"',
    '>Join the circle</a>',
    'Circle has no advertising.',
    'href="https://circle.example/stop/x"',
  ]) {
    assert(html.includes(piece), piece);
  }
});

test('text written by members never becomes markup in a mail', () => {
  const evil = `</p><script>alert("1")</script><img src='x' onerror=alert(1)>&lt;`;
  const { html } = mailLayout({
    language: 'en',
    heading: evil,
    paragraphs: [evil],
    quote: evil,
    action: { text: evil, url: `https://circle.example/"><script>${evil}` },
    footer: [evil],
    stop: { text: evil, url: `https://circle.example/'${evil}` },
  });
  assert(!/<(?:script|img)/i.test(html));
  assert(html.includes('&amp;lt;'));
  // Every attribute ends where the template ends it: no quotation mark of a member's text is left.
  assert.deepEqual(
    html.match(/href="[^"]*"/g)?.filter((href) => /[<>']/.test(href)),
    [],
  );
});

test('links in a mail lead to web addresses only', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//circle.example', ' https://x', '']) {
    assert.throws(() => mailLayout({ ...mail, action: { text: 'x', url } }), TypeError, url);
    assert.throws(() => mailLayout({ ...mail, stop: { text: 'x', url } }), TypeError, url);
  }
});

// NOTIFY-9
test('a mail loads nothing from the network, and has colours for dark mode', () => {
  const { html } = mailLayout(mail);
  assert(!/\bsrc=|url\(|@import|@font-face|<link|<table|<style[^>]*src/i.test(html));
  assert(html.includes('<meta name="color-scheme" content="light dark">'));
  assert(html.includes('@media (prefers-color-scheme: dark)'));
  // Every element with a light inline colour has a class, and that class has a dark colour.
  for (const [, classes = ''] of html.matchAll(/class="([^"]+)" [^>]*style="[^"]*color:/g)) {
    for (const name of classes.split(' ')) assert(html.includes(`.${name}`), name);
  }
});

test('optional parts that are missing leave no trace in a mail', () => {
  const { html, text } = mailLayout({
    language: 'en',
    heading: 'Hello',
    paragraphs: ['One.'],
    footer: ['Two.'],
  });
  assert.equal(text, 'Hello\n\nOne.\n\n-- \nTwo.\n');
  assert(!/<blockquote|<a |undefined/.test(html));
});
