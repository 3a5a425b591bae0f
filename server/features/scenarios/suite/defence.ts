import * as account from '../../../../contract/account.ts';
import * as auth from '../../../../contract/auth.ts';
import * as circles from '../../../../contract/circles.ts';
import { password } from '../actor.ts';
import { drawPhoto } from '../drawn-photo.ts';
import type { Scenario } from '../scenario.ts';

export const defence: readonly Scenario[] = [
  {
    id: 'foreign-origin',
    name: 'A form on another site',
    description: 'A signed-in browser is made to send requests by a page elsewhere.',
    category: 'security',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        const { status } = await ana.request('POST', '/api/circles', { json: { name: 'Forged' }, headers });
        expect(status === 403, `A request from elsewhere got ${status}.`);
      }
      expect((await ana.ask(circles.list, {})).length === 1, 'It made a circle all the same.');
    },
  },
  {
    id: 'stolen-session',
    name: 'A stolen session',
    description: 'A copied cookie works until its owner changes the password, and not after.',
    category: 'security',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const thief = stage.visitor();
      thief.cookie = ana.cookie;
      await stage.signIn(ana);
      await ana.ask(account.changePassword, { currentPassword: password, password: 'four-returned-ladders' });
      const { status } = await thief.call(auth.currentUser);
      expect(status === 401, `The copied cookie still gets ${status}.`);
      thief.cookie = (ana.cookie ?? '').replace(/=./, (first) => (first === '=A' ? '=B' : '=A'));
      expect((await thief.call(auth.currentUser)).status === 401, 'A guessed cookie is taken.');
    },
  },
  {
    id: 'forged-invite-codes',
    name: 'Forged invitation code',
    description: 'Guesses codes in lower and upper case, with odd letters, and registers with one.',
    category: 'security',
    priority: 'high',
    act: async (stage, { expect }) => {
      const visitor = stage.visitor();
      for (const code of ['AAAAAAAAAA', 'aaaaaaaaaa', "' or 1=1 --", '%00', '🍋🍋🍋🍋🍋']) {
        const { status } = await visitor.request('GET', `/api/invites/${encodeURIComponent(code)}`);
        expect(status === 404, `The code ${code} got ${status}.`);
      }
      const { status } = await visitor.call(auth.register, {
        email: 'forged@example.org',
        password,
        confirmPassword: password,
        firstName: 'For',
        lastName: 'Ged',
        inviteCode: 'AAAAAAAAAA',
        mathChallenge: { question: '7 + 3', answer: 10 },
      });
      expect(status === 400, `Registering with it got ${status}.`, 'critical');
    },
  },
  {
    id: 'photo-secrets',
    name: 'What a photo knows',
    description: 'A photo with a text hidden in it is stored; the text is gone from every size.',
    category: 'security',
    priority: 'critical',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const family = await ana.makesCircle('Family');
      const secret = 'GPS 38.7223 -9.1393';
      const post = await ana.posts('Here', family, drawPhoto(600, 400, { tEXt: `Comment\u0000${secret}` }));
      for (const { url } of post.images.flatMap((image) => image.variants)) {
        const bytes = Buffer.from(await (await ana.fetch('GET', url)).arrayBuffer());
        expect(!bytes.includes(secret), `${url.slice(-10)} still holds it.`);
      }
    },
  },
  {
    id: 'limits-on-sign-in',
    name: 'Passwords, one after the other',
    description: 'Twelve wrong passwords from one address, on an instance with its limits on.',
    category: 'security',
    priority: 'high',
    act: async (stage, { expect }) => {
      const limited = await stage.another({ limited: true });
      const ana = await limited.person('Ana');
      const thief = limited.visitor();
      const statuses: number[] = [];
      for (let tries = 0; tries < 12; tries++) {
        const { status } = await thief.call(auth.login, { email: ana.email, password: `guess-${tries}` });
        statuses.push(status);
      }
      expect(statuses.includes(429), `No try was refused: ${statuses.join(', ')}.`);
      expect((await ana.call(auth.currentUser)).status === 200, 'The member herself was locked out.');
    },
  },
  {
    id: 'fixed-headers',
    name: 'What every answer carries',
    description: 'The rules of content, of framing and of sniffing stand on each kind of answer.',
    category: 'security',
    priority: 'high',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      for (const path of ['/api/user', '/api/config', '/nowhere', '/api/posts/feed', '/uploads/none.webp']) {
        const { headers } = await ana.request('GET', path);
        const rules = headers.get('content-security-policy') ?? '';
        expect(
          rules.includes("default-src 'none'") && rules.includes("frame-ancestors 'none'"),
          `${path} goes without its rules of content.`,
        );
        expect(headers.get('x-content-type-options') === 'nosniff', `${path} may be sniffed.`);
      }
    },
  },
];
