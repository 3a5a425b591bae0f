import * as account from '../../../../contract/account.ts';
import * as circles from '../../../../contract/circles.ts';
import * as comments from '../../../../contract/comments.ts';
import { pathParameters } from '../../../../contract/endpoint.ts';
import { endpoints } from '../../../../contract/endpoints.ts';
import { limits } from '../../../../contract/limits.ts';
import * as posts from '../../../../contract/posts.ts';
import { drawPhoto } from '../drawn-photo.ts';
import type { Scenario } from '../scenario.ts';

const naughty = [
  '<script>alert(1)</script>',
  '\'"; drop table users; --',
  '${7*7}{{7*7}}%s%n',
  'نص من اليمين إلى اليسار',
  '\u202Etxt.exe',
  'Z̷̗̓á̶͇l̸̟̈g̵͎̿o̶̲͝',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '../../etc/passwd',
  'null',
  'İstanbul ǅ ﬃ',
];
/** Signing out would break the following calls, and the tool must not start itself. */
const left = [
  'auth.logout',
  'auth.denySignIn',
  'account.remove',
  'account.endOtherSessions',
  'scenarios.run',
];

export const edgeCases: readonly Scenario[] = [
  {
    id: 'post-to-zero-circles',
    name: 'Post to zero circles',
    description: 'Attempts to create a moment with an empty circle list.',
    category: 'edge_case',
    priority: 'high',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const { status } = await ana.call(posts.create, ana.form('To nobody', []));
      expect(status === 400, `It got ${status}.`);
      expect((await ana.ask(posts.feed, {})).items.length === 0, 'It was stored all the same.');
    },
  },
  {
    id: 'caption-of-5001',
    name: 'Words of 5,001 characters beside a photo',
    description: 'One over the limit, with combining marks; then exactly at the limit.',
    category: 'edge_case',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const family = await ana.makesCircle('Family');
      const over = await ana.call(
        posts.create,
        ana.form('é'.repeat(limits.textPost + 1), [family], [drawPhoto()]),
      );
      expect(over.status === 400, `One too many got ${over.status}.`);
      const just = await ana.call(
        posts.create,
        ana.form('🍋'.repeat(limits.textPost), [family], [drawPhoto()]),
      );
      expect(just.status === 201, `5,000 characters got ${just.status}.`);
    },
  },
  {
    id: 'naughty-strings',
    name: 'Naughty strings',
    description: 'Markup, statements, odd scripts and directions in moments, comments and names.',
    category: 'edge_case',
    priority: 'high',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      for (const text of naughty) {
        const circle = await ana.call(circles.create, { name: text });
        expect(
          circle.status === 201 || circle.status === 400,
          `A circle named ${text} got ${circle.status}.`,
        );
        const made = await ana.makesCircle('Plain');
        const post = await ana.posts(text, made);
        await ana.comments(post, text);
        const { items } = await ana.ask(comments.list, { id: post.id });
        const kept = text.replaceAll('\u202E', '').normalize('NFC');
        expect(items[0]?.content === kept, `A comment came back changed: ${text}`);
      }
    },
  },
  {
    id: 'empty-and-blank',
    name: 'Nothing but blanks',
    description: 'Spaces, line ends and invisible signs where words are asked for.',
    category: 'edge_case',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const post = await ana.posts('Here', await ana.makesCircle('Family'));
      for (const content of ['', '   ', '\n\n', '\u0000', '\u202E']) {
        const { status } = await ana.call(comments.add, { id: post.id, content });
        expect(status === 400, `A blank comment got ${status}.`);
      }
      expect(
        (await ana.call(circles.create, { name: '\u200B \u202E' })).status === 400,
        'A blank name is taken.',
      );
    },
  },
  {
    id: 'odd-bodies',
    name: 'Odd bodies at every door',
    description:
      'Lists, numbers, nulls and nested objects where a text is expected: no answer is an error of ours.',
    category: 'edge_case',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      for (const [name, endpoint] of endpoints) {
        if (left.includes(name)) continue;
        const path = pathParameters(endpoint.path).reduce(
          (address, parameter) => address.replace(`:${parameter}`, '%00'),
          endpoint.path,
        );
        const fields = Object.keys(endpoint.input.shape);
        const isRead = endpoint.method === 'GET' || endpoint.method === 'DELETE';
        for (const value of [null, -1, [], { a: [1] }, '\uD800']) {
          const json = Object.fromEntries(fields.map((field) => [field, value]));
          const { status } = isRead
            ? await ana.request(endpoint.method, `${path}?limit=${encodeURIComponent(JSON.stringify(value))}`)
            : await ana.request(endpoint.method, path, { json });
          // The stage has no model and no card provider, so these answers are expected.
          const isUnset = name === 'scenarios.generate' || name.startsWith('payments.');
          const isOurs = status >= 500 && !(isUnset && status === 503);
          expect(!isOurs, `${name} answers ${JSON.stringify(value)} with ${status}.`);
        }
      }
    },
  },
  {
    id: 'malformed-photos',
    name: 'Photos that are none',
    description: 'Cut off, drawn with text, empty, or enormous once unpacked.',
    category: 'edge_case',
    priority: 'high',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const family = await ana.makesCircle('Family');
      const good = drawPhoto(800, 600);
      const cases = {
        'cut off': good.slice(0, good.length / 2),
        'a drawing with a script': new TextEncoder().encode('<svg onload="alert(1)"/>'),
        empty: new Uint8Array(),
        'named wrongly': new TextEncoder().encode('GIF89a'),
        'with damaged rows': good.map((byte, at) => (at > 200 && at < 260 ? byte ^ 0xff : byte)),
      };
      for (const [name, photo] of Object.entries(cases)) {
        const { status } = await ana.call(posts.create, ana.form('x', [family], [photo]));
        expect(status >= 400 && status < 500, `A photo that is ${name} got ${status}.`);
      }
      expect((await ana.ask(posts.feed, {})).items.length === 0, 'One of them became a moment.');
    },
  },
  {
    id: 'photo-bomb',
    name: 'A photo bomb',
    description: 'Sixty-four megapixels, by its own account, in a few kilobytes.',
    category: 'edge_case',
    priority: 'high',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const family = await ana.makesCircle('Family');
      const { status, took } = await ana.call(
        posts.create,
        ana.form('', [family], [drawPhoto(8_000, 8_000, {}, 8)]),
      );
      expect(status === 413, `It got ${status}.`);
      expect(took < 5_000, `It took ${Math.round(took)} ms.`, 'medium');
    },
  },
  {
    id: 'unknown-fields',
    name: 'Fields that nobody asked for',
    description: 'A body carries isAdmin and other fields that are not the caller’s to set.',
    category: 'edge_case',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      for (const field of ['isAdmin', 'accountStatus', 'isVerified', '__proto__x']) {
        const { status } = await ana.call(account.edit, { bio: 'Hello', [field]: true });
        expect(status === 400, `${field} got ${status}.`);
      }
      const { text } = await ana.request('GET', '/api/user');
      expect(!text.includes('"isAdmin":true'), 'It made an administrator.');
    },
  },
  {
    id: 'page-markers',
    name: 'Forged page markers',
    description: 'Made-up, cut and foreign cursors; limits outside of 1 to 50.',
    category: 'edge_case',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      for (const query of ['cursor=forged', 'limit=0', 'limit=51', 'limit=1e1', 'limit=5&limit=6']) {
        const { status } = await ana.request('GET', `/api/posts/feed?${query}`);
        expect(status === 400, `${query} got ${status}.`);
      }
    },
  },
  {
    id: 'length-limits',
    name: 'At the limit, and one past it',
    description: 'Names, descriptions, comments and moments of exactly the longest length, and one more.',
    category: 'edge_case',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const family = await ana.makesCircle('Family');
      const post = await ana.posts('Here', family);
      const cases = [
        ['a circle name', limits.circleName, (text: string) => ana.call(circles.create, { name: text })],
        [
          'a comment',
          limits.comment,
          (text: string) => ana.call(comments.add, { id: post.id, content: text }),
        ],
        ['a moment', limits.textPost, (text: string) => ana.call(posts.create, ana.form(text, [family]))],
        ['a bio', limits.bio, (text: string) => ana.call(account.edit, { bio: text })],
      ] as const;
      for (const [what, longest, send] of cases) {
        expect(
          (await send('ö'.repeat(longest))).status < 300,
          `${what} of ${longest} characters is refused.`,
        );
        expect((await send('ö'.repeat(longest + 1))).status === 400, `${what} of one more is taken.`);
      }
    },
  },
];
