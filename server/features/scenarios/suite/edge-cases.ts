import * as account from '../../../../contract/account.ts';
import * as circles from '../../../../contract/circles.ts';
import * as comments from '../../../../contract/comments.ts';
import { pathParameters } from '../../../../contract/endpoint.ts';
import { endpoints } from '../../../../contract/endpoints.ts';
import { limits } from '../../../../contract/limits.ts';
import * as posts from '../../../../contract/posts.ts';
import { momentForm } from '../actor.ts';
import { drawPhoto } from '../drawn-photo.ts';
import { oddTexts } from '../odd-texts.ts';
import type { CategoryScenarios } from '../scenario.ts';

/** Signing out would break the following calls, and the tool must not start itself. */
const left = [
  'auth.logout',
  'auth.denySignIn',
  'account.remove',
  'account.endOtherSessions',
  'scenarios.run',
];

export const edgeCases: CategoryScenarios = {
  'post-to-zero-circles': {
    name: 'Post to zero circles',
    description: 'Attempts to create a moment with an empty circle list.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const { status } = await ana.call(posts.create, momentForm('To nobody', { to: [] }));
      expect(status === 400, `It got ${status}.`);
      expect((await ana.ask(posts.feed, {})).items.length === 0, 'It was stored all the same.');
    },
  },
  'naughty-strings': {
    name: 'Naughty strings',
    description: 'Markup, statements, odd scripts and directions in moments, comments and names.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [family, ana] = await stage.family('Ana');
      for (const text of oddTexts) {
        const { status } = await ana.call(circles.create, { name: text });
        expect(status === 201 || status === 400, `A circle named ${text} got ${status}.`);
        const kept = text.replaceAll('\u0000', '').replaceAll('\u202E', '').normalize('NFC').trim();
        if (kept === '') continue;
        const post = await ana.posts(text, { to: family });
        await ana.comments(post, text);
        const { items } = await ana.ask(comments.list, { id: post.id });
        expect(items[0]?.content === kept, `A comment came back changed: ${text}`);
      }
    },
  },
  'odd-bodies': {
    name: 'Odd bodies at every door',
    description:
      'Lists, numbers, nulls and nested objects where a text is expected: no answer is an error of ours.',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      for (const [name, endpoint] of endpoints) {
        if (left.includes(name)) continue;
        const inPath = Object.fromEntries(
          pathParameters(endpoint.path).map((parameter) => [parameter, '\u0000']),
        );
        for (const value of [null, -1, [], { a: [1] }, '\uD800']) {
          const fields = Object.keys(endpoint.input.shape).map((field) => [field, value] as const);
          const { status } = await ana.call(endpoint, { ...Object.fromEntries(fields), ...inPath });
          // The stage has no model and no card provider, so these answers are expected.
          const isUnset = name === 'scenarios.generate' || name.startsWith('payments.');
          const isOurs = status >= 500 && !(isUnset && status === 503);
          expect(!isOurs, `${name} answers ${JSON.stringify(value)} with ${status}.`);
        }
      }
    },
  },
  'malformed-photos': {
    name: 'Photos that are none',
    description: 'Cut off, drawn with text, empty, or enormous once unpacked.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [family, ana] = await stage.family('Ana');
      const good = drawPhoto(800, 600);
      const cases = {
        'cut off': good.slice(0, good.length / 2),
        'a drawing with a script': new TextEncoder().encode('<svg onload="alert(1)"/>'),
        empty: new Uint8Array(),
        'named wrongly': new TextEncoder().encode('GIF89a'),
        'with damaged rows': good.map((byte, at) => (at > 200 && at < 260 ? byte ^ 0xff : byte)),
        // Sixty-four megapixels, by its own account, in a few kilobytes.
        'a bomb': drawPhoto(8_000, 8_000, {}, 8),
      };
      for (const [name, photo] of Object.entries(cases)) {
        const form = momentForm('x', { to: family, photos: [photo] });
        const { status, took } = await ana.call(posts.create, form);
        expect(status >= 400 && status < 500, `A photo that is ${name} got ${status}.`);
        expect(took < 5_000, `A photo that is ${name} took ${Math.round(took)} ms.`, 'medium');
      }
      expect((await ana.ask(posts.feed, {})).items.length === 0, 'One of them became a moment.');
    },
  },
  'unknown-fields': {
    name: 'Fields that nobody asked for',
    description: 'A body carries isAdmin and other fields that are not the caller’s to set.',
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
  'length-limits': {
    name: 'At the limit, and one past it',
    description: 'Names, descriptions, comments and moments of exactly the longest length, and one more.',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const [family, ana] = await stage.family('Ana');
      const { id } = await ana.posts('Here', { to: family });
      const cases = [
        ['a circle name', limits.circleName, (name: string) => ana.call(circles.create, { name })],
        ['a comment', limits.comment, (content: string) => ana.call(comments.add, { id, content })],
        [
          'a moment',
          limits.textPost,
          (text: string) => ana.call(posts.create, momentForm(text, { to: family })),
        ],
        ['a bio', limits.bio, (bio: string) => ana.call(account.edit, { bio })],
      ] as const;
      for (const [what, longest, send] of cases) {
        const [just, over] = [await send('ö'.repeat(longest)), await send('ö'.repeat(longest + 1))];
        expect(just.status < 300, `${what} of ${longest} characters is refused.`);
        expect(over.status === 400, `${what} of one more is taken.`);
      }
    },
  },
};
