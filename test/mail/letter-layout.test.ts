import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '../../contract/shapes.ts';
import { type LetterContent, letterLayout, type LetterMoment } from '../../server/features/letters/layout.ts';
import { inventLetters } from './invented-letters.ts';

const languages: readonly Language[] = ['en', 'de'];
const english = inventLetters('en');

const written = languages.flatMap((language) =>
  Object.entries(inventLetters(language)).map(([name, letter]) => ({
    name: `${name} ${language}`,
    ...letterLayout(letter),
  })),
);

/** The same letter with another text in place of every text of a person. */
const saying = (letter: LetterContent, text: string): LetterContent => ({
  ...letter,
  sections: letter.sections.map(({ circle, moments }) => ({
    circle: circle === null ? null : text,
    moments: moments.map(
      (moment): LetterMoment => ({
        ...moment,
        author: text,
        when: moment.when,
        content: moment.content && {
          ...moment.content,
          words: text,
          images: moment.content.images.map((image) => ({ ...image, alt: text })),
        },
      }),
    ),
  })),
});

// Comments for Outlook are read like HTML, since Outlook does.
const tagsOf = (html: string) =>
  [
    ...html
      .replaceAll(/<!--\[if !?mso\]>(?:<!-->)?|(?:<!--)?<!\[endif\]-->/g, '')
      .matchAll(/<([a-z]\w*)((?:\s[^<>]*)?)>/g),
  ].map(([, tag = '', inside = '']) => ({
    tag,
    attributes: new Map(
      [...inside.matchAll(/\s([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  }));

test('the subject of a letter names its authors, and no circle', () => {
  const subjects = Object.fromEntries(
    Object.entries(english).map(([name, it]) => [name, letterLayout(it).subject]),
  );
  assert.deepEqual(subjects, {
    names: '3 new moments from Ruth Kallio, Teo Kallio and Inês Duarte',
    content: '4 new moments from Ruth Kallio, Maya Okafor and 2 others',
    albums: 'Ruth Kallio shared an album with 12 photos',
    many: '28 new moments from Ruth Kallio, Teo Kallio and others',
    long: '20 new moments from Ruth Kallio',
    mailbox: '6 new moments from Ruth Kallio, Teo Kallio, Inês Duarte and others',
    one: 'Jonas Weber shared a moment with 2 photos',
  });
  assert.equal(
    letterLayout(inventLetters('de').names).subject,
    '3 neue Momente von Ruth Kallio, Teo Kallio und Inês Duarte',
  );
});

test('a letter is complete as plain text', () => {
  assert.equal(
    letterLayout(english.content).text,
    `4 new moments from Ruth Kallio, Maya Okafor and 2 others

Family
======

Ruth Kallio
Friday 20 November at 09:12
> The lemons made it through the frost after all. Eleven of them. Teo counted every single one twice and would like that on the record.
[A white bowl of lemons on the kitchen table]
Open in Circle: https://circle.example/post/0123456789abcdef0123456789abcdef

Maya Okafor
Friday 20 November at 17:40
> Five candles!
> 
> She blew them out before anyone had the camera ready, so we lit them again.
> And again.
[A cake with five candles]
[Photo from Maya Okafor]
and 4 more photos: https://circle.example/post/0123456789abcdef0123456789abcdef

Walking club
============

Jonas Weber
Friday 20 November at 18:05
> First swim of the year. Eleven degrees. Nobody stayed in long enough to complain.
[Video from Jonas Weber]
Video, 0:42
Open in Circle: https://circle.example/post/0123456789abcdef0123456789abcdef

Shared with you
===============

Inês Duarte shared a moment with a photo: https://circle.example/post/0123456789abcdef0123456789abcdef
Friday 20 November at 18:05

Open Circle: https://circle.example/

That is everything until tomorrow evening.

-- 
Circle
Choose how often letters come: https://circle.example/my-account/reach
Sent by Circle at https://circle.example/.
`,
  );
});

test('the HTML of a letter says the same as its plain text', () => {
  for (const { name, html, text } of written) {
    const shown = html
      .slice(html.indexOf('<body'))
      .replaceAll(/<!--\[if mso\]>.*?<!\[endif\]-->/g, '')
      .replaceAll(/<img [^>]*alt="([^"]*)"[^>]*>/g, '$1')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    const said = text.replaceAll(/^-- $|^> ?|: (?:https:|circle\+)\S+|^=+$|\[|\]/gm, '');
    const wordsOf = (it: string) =>
      it
        .split(/\s+/)
        .filter((word) => word !== '')
        .toSorted();
    assert.deepEqual(wordsOf(shown), wordsOf(said), name);
  }
});

// LETTER-41
test('a letter loads nothing from the network, and nothing in it runs', () => {
  for (const { name, html } of written) {
    for (const { tag, attributes } of tagsOf(html)) {
      for (const remote of ['background', 'srcset', 'poster', 'data', 'action', 'ping'])
        assert(!attributes.has(remote), `${name}: ${tag} ${remote}`);
      if (attributes.has('src')) assert.match(attributes.get('src') ?? '', /^cid:[\w.@-]+$/, name);
      if (attributes.has('href')) assert(tag === 'a', `${name}: ${tag}`);
    }
    assert(!/url\(|@import|@font-face|<script|<link|<form|<iframe|\son\w+=/i.test(html), name);
  }
});

/** Gmail, Outlook (which draws with Word) and Apple Mail document that they keep these, or ignore them without harm. */
const kept = {
  tags: 'html head meta title style body table tr td div p h1 h2 a span br img'.split(' '),
  attributes:
    'lang charset name content class style role width height cellpadding cellspacing border align alt src href dir'.split(
      ' ',
    ),
  /** Where one of the three ignores a property, the letter only gets plainer. */
  styles: (
    'align background-color border border-collapse border-radius border-top border-top-width color color-scheme ' +
    'display font-family font-size font-weight height letter-spacing line-height margin margin-right max-width ' +
    'overflow-wrap padding supported-color-schemes table-layout text-align text-decoration text-decoration-color ' +
    'vertical-align width word-break border-color mso-padding-alt'
  ).split(' '),
};

// LETTER-41
test('a letter uses only HTML and CSS that Gmail, Outlook and Apple Mail draw or ignore', () => {
  for (const { name, html } of written) {
    for (const { tag, attributes } of tagsOf(html)) {
      assert(kept.tags.includes(tag), `${name}: <${tag}>`);
      for (const attribute of attributes.keys())
        assert(kept.attributes.includes(attribute), `${name}: ${attribute}`);
      for (const rule of (attributes.get('style') ?? '').split(';').filter((it) => it.trim() !== '')) {
        const [property = '', value = ''] = rule.split(':').map((it) => it.trim());
        assert(kept.styles.includes(property), `${name}: ${property}`);
        assert(value !== '' && !/undefined|NaN|null/.test(value), `${name}: ${rule}`);
      }
      if (tag === 'img')
        for (const needed of ['alt', 'width', 'height']) assert(attributes.get(needed), `${name}: ${needed}`);
      // Outlook draws a table without this attribute with gaps between its cells.
      if (tag === 'table') assert.equal(attributes.get('cellspacing'), '0', name);
    }
    const rules = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css).join('\n');
    for (const [, body = ''] of rules.matchAll(/\{([^{}]*)\}/g))
      for (const rule of body.split(';').filter((it) => it.trim() !== ''))
        assert(kept.styles.includes(rule.split(':')[0]?.trim() ?? ''), `${name}: ${rule}`);
    assert.equal(html.match(/<table\b/g)?.length, html.match(/<\/table>/g)?.length, name);
    assert.equal(html.match(/<td\b/g)?.length, html.match(/<\/td>/g)?.length, name);
  }
});

test('photos in a letter keep their shape, and are never wider than the column', () => {
  const sizes = [
    [2048, 1152, 598, 336],
    [1080, 4320, 200, 800],
    [300, 200, 300, 200],
    [20_000, 1, 598, 1],
  ] as const;
  for (const [width, height, shownWidth, shownHeight] of sizes) {
    const [first] = english.content.sections;
    const [moment] = first?.moments ?? [];
    assert(moment?.content);
    const images = [{ cid: 'a@circle', alt: null, width, height, videoSeconds: null }];
    const { html } = letterLayout({
      ...english.content,
      sections: [{ circle: null, moments: [{ ...moment, content: { ...moment.content, images } }] }],
    });
    assert(html.includes(`width="${shownWidth}" height="${shownHeight}"`), `${width} × ${height}`);
  }
});

test('text of members never becomes markup in a letter', () => {
  const evil = `</p><script>alert("1")</script><img src='x' onerror=alert(1)>&lt;<!--[if mso]>`;
  const { html } = letterLayout(saying(english.content, evil));
  assert(!/<script|<img src='x'/i.test(html));
  assert(html.includes('&amp;lt;'));
  assert.deepEqual(
    html.match(/(?:href|src|alt)="[^"]*"/g)?.filter((attribute) => /[<>']/.test(attribute)),
    [],
  );
});

// MOMENT-18
test('web addresses in the words of a letter are links', () => {
  const { html, text } = letterLayout(saying(english.content, 'Our house: https://example.org/a?b&c.'));
  assert.match(
    html,
    /Our house: <a href="https:\/\/example\.org\/a\?b&amp;c" class="ink" style="[^"]+">https:/,
  );
  assert(text.includes('https://example.org/a?b&c.'));
});

test('a letter links to web addresses only', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//circle.example', '']) {
    assert.throws(() => letterLayout({ ...english.names, placeUrl: url }), TypeError, url);
    assert.throws(() => letterLayout({ ...english.names, choicesUrl: url }), TypeError, url);
    assert.throws(() => letterLayout({ ...english.many, more: { count: 1, url } }), TypeError, url);
  }
});

test('the words of a moment cannot pass for another part of the plain text', () => {
  const { text } = letterLayout(
    saying(english.content, 'Hello\n\nBen shared a moment\r\u2028\n-- \nSent by'),
  );
  assert(!/^Sent by$|^-- \nSent by$/m.test(text));
});

test('a letter stays below 102,400 bytes of HTML, whatever its members write', () => {
  const moments = (text: string, images: number): LetterMoment[] =>
    Array.from({ length: 20 }, (_, at) => ({
      author: text.slice(0, 101),
      when: 'Donnerstag, 24. Dezember um 18:05',
      photos: 10,
      videos: 2,
      url: `https://${'a'.repeat(63)}.${'b'.repeat(63)}.example/post/0123456789abcdef0123456789abcdef`,
      content: {
        words: text,
        images: Array.from({ length: at < images ? 1 : 0 }, () => ({
          cid: `photo-123456789@circle`,
          alt: text.slice(0, 500),
          width: 2048,
          height: 1365,
          videoSeconds: 180,
        })),
        morePhotos: 9,
      },
    }));
  const longAddress = `${'c'.repeat(64)}@${'a'.repeat(63)}.example`;
  for (const text of [
    '&'.repeat(5_000),
    '"\n'.repeat(2_500),
    '👩‍👩‍👧‍👦'.repeat(450),
    '漢'.repeat(5_000),
    '\n'.repeat(5_000),
  ]) {
    for (const language of languages)
      for (const reader of [english.mailbox, english.content]) {
        const { html, text: plain } = letterLayout({
          ...reader,
          language,
          // Each moment in its own circle: the most headings.
          sections: moments(text, 12).map((moment) => ({
            circle: text.slice(0, 50),
            sendTo: longAddress,
            moments: [{ ...moment, answerTo: longAddress }],
          })),
        });
        assert(Buffer.byteLength(html) < 102_400, `${Buffer.byteLength(html)} bytes`);
        assert(Buffer.byteLength(plain) < 102_400, `${Buffer.byteLength(plain)} bytes as text`);
        assert(html.includes('…'));
      }
  }
});

test('only the longest moments of a letter are shortened, at the end of a word, with a link to the rest', () => {
  const { html, text } = letterLayout({
    ...english.content,
    sections: [
      {
        circle: 'Family',
        moments: Array.from({ length: 20 }, (_, at) => ({
          author: 'Ruth',
          when: 'Friday',
          photos: 0,
          videos: 0,
          url: 'https://circle.example/post/1',
          content: { words: at === 0 ? 'A short one.' : 'word '.repeat(1_000), images: [], morePhotos: 0 },
        })),
      },
    ],
  });
  assert(html.includes('A short one.<'));
  assert.equal(html.match(/>Read on in Circle</g)?.length, 19);
  assert.equal(html.match(/>Open in Circle</g)?.length, 20);
  assert(html.includes('word word…<'));
  assert.equal(text.match(/^Read on in Circle: /gm)?.length, 19);
});

test('a shortened text ends before an emoji of several parts, not inside of it', () => {
  const family = '👩‍👩‍👧‍👦';
  const { html } = letterLayout(saying(english.long, family.repeat(400)));
  const cuts = [...html.matchAll(/(.)…/gu)];
  assert(cuts.length > 0);
  for (const [, before] of cuts) assert.equal(before, '👦');
});

test('a weekly letter says that the next one comes on Sunday', () => {
  assert(letterLayout(english.one).text.includes('That is everything until next Sunday.'));
  assert(letterLayout(inventLetters('de').one).html.includes('Das ist alles bis nächsten Sonntag.'));
});

test('every colour of a letter has one for dark mode', () => {
  const { html } = letterLayout(english.content);
  assert(html.includes('<meta name="color-scheme" content="light dark">'));
  for (const { tag, attributes } of tagsOf(html)) {
    if (!/(?:^|[\s-])color:/.test(attributes.get('style') ?? '')) continue;
    const classes = attributes.get('class')?.split(' ') ?? [];
    // Outlook has no dark mode that a mail could style.
    assert(
      classes.some((name) => html.includes(`.${name} {`) || html.includes(`.${name},`)) || tag === 'span',
      `${tag} ${attributes.get('style')}`,
    );
  }
});
