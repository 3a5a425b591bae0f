import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import * as auth from '../../../../contract/auth.ts';
import * as circles from '../../../../contract/circles.ts';
import { seen } from '../../../../contract/delivery.ts';
import * as invitations from '../../../../contract/invitations.ts';
import * as mailbox from '../../../../contract/mailbox.ts';
import type { Circle, Post } from '../../../../contract/shapes.ts';
import * as system from '../../../../contract/system.ts';
import { Listening } from '../../../harness/events.ts';
import { Person } from '../../../harness/person.ts';
import { noisePhoto } from '../../../harness/photos.ts';
import { Letterbox } from './letterbox.ts';
import type { Street } from './street.ts';

const url = 'https://circle.example.org';
const timeoutMs = 90_000;
const wrongPasswords = 11;

/** The parts of the machine that the walk needs. */
export interface Place {
  street: Street;
  /** The certificate of the authority, as PEM. */
  ca: string;
  password: string;
  /** Runs a command of the operator as docs/operating.md says. */
  circle(command: string): Promise<string>;
}

const secondsSince = (start: number): string => ((performance.now() - start) / 1_000).toFixed(1);

const until = async (isSo: () => Promise<boolean>, missing: string): Promise<void> => {
  for (const end = Date.now() + timeoutMs; !(await isSo()); await wait(250))
    assert.ok(Date.now() < end, missing);
};

/** The address of the first button below these words of a letter, which may show several moments. */
const buttonBelow = (content: string, html = ''): string => {
  const [, below = ''] = html.split(content);
  const [, address = ''] = /mailto:([^"?]+)/.exec(below) ?? [];
  return decodeURIComponent(address);
};

/** Ada, who sets the place up, Ben, who has an account, and Rosa, who only has a mailbox. */
export class Walk {
  readonly #place: Place;
  readonly #ada = new Person('Ada', url);
  readonly #ben = new Person('Ben', url);
  #family: Circle | null = null;

  constructor(place: Place) {
    this.#place = place;
  }

  #letterboxOf(name: string): Letterbox {
    return new Letterbox(`${name}@example.org`, this.#place.password, this.#place.ca);
  }

  get #circle(): Circle {
    return this.#family ?? assert.fail('Ada has made no circle');
  }

  async #joins(person: Person, inviteCode: string): Promise<void> {
    const { password } = this.#place;
    await person.ask(auth.register, {
      email: person.email,
      password,
      confirmPassword: password,
      firstName: person.name,
      lastName: 'Example',
      inviteCode,
      mathChallenge: { question: '3 × 5', answer: 15 },
    });
    await person.signIn(password);
  }

  /** Ada joins by the link that the installation printed, and Ben by the link of a mail. */
  async join(link: string): Promise<void> {
    const codeIn = (text = '') => /\/join\/(\w{10})/.exec(text)?.[1] ?? assert.fail(`no link in ${text}`);
    await this.#joins(this.#ada, codeIn(link));
    const confirmation = await this.#letterboxOf('ada').takes(/confirm/i);
    const token = /token=([\w-]+)/.exec(confirmation.text ?? '')?.[1] ?? '';
    await this.#ada.ask(auth.confirmEmail, { token });
    this.#family = await this.#ada.makesCircle('Family', { lettersCarry: 'content' });
    await this.#ada.ask(invitations.inviteToCircle, {
      id: this.#circle.id,
      email: this.#ben.email,
      verifies: true,
    });
    await this.#joins(this.#ben, codeIn((await this.#letterboxOf('ben').takes(/Family/)).text));
    assert.equal((await this.#ben.ask(circles.get, { id: this.#circle.id })).memberCount, 2);
  }

  /** A photo of several MB comes back from the store, and an open page hears of it. @returns what was measured */
  async share(content: string): Promise<string> {
    const photos = await Promise.all([noisePhoto(4_200, 3_000), noisePhoto(4_100, 3_000)]);
    const listening = await Listening.open(this.#ben);
    const start = performance.now();
    const post = await this.#ada.posts(content, { to: this.#circle, photos });
    const posted = secondsSince(start);
    await listening.hears('post', post.id);
    await listening.close();
    await this.#ben.sees(post);
    await this.#ben.ask(seen, { postIds: [post.id] });
    const [image] = post.images;
    const shown = await this.#ben.fetch('GET', image?.url ?? '');
    const { width } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    assert.ok(width > 600, `the photo is ${width} pixels wide`);
    const megabytes = Math.round(photos.reduce((sum, { length }) => sum + length, 0) / 1e6);
    return `${megabytes} MB in ${posted} s`;
  }

  /** Wrong passwords of one address do not keep out another one, and a forged header changes no address. */
  async addresses(clients: readonly [string, string]): Promise<void> {
    const [stranger, home] = clients;
    const json = { email: this.#ada.email, password: 'not-the-password' };
    this.#place.street.moveTo(stranger);
    const statuses: number[] = [];
    for (let tries = 0; tries < wrongPasswords; tries += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${tries}` };
      const { status } = await new Person('Ada', url).request('POST', auth.login.path, { json, headers });
      statuses.push(status);
    }
    assert.equal(statuses[0], 401);
    assert.equal(statuses.at(-1), 429, `forged addresses count: ${statuses.join(' ')}`);
    this.#place.street.moveTo(home);
    // A browser that she has not used before: a known one is counted separately.
    await new Person('Ada', url).signIn(this.#place.password);
    const { items } = await this.#ada.ask(system.setup, {});
    assert.ok(!items.some(({ id, state }) => id === 'proxy' && state === 'todo'), 'the proxy is not trusted');
  }

  /** The proxy keeps `/metrics` closed and passes the strict transport header on. */
  async front(): Promise<void> {
    assert.equal((await this.#ada.request('GET', '/readyz')).status, 200);
    const page = await this.#ada.request('GET', '/');
    assert.match(page.headers.get('strict-transport-security') ?? '', /max-age=/);
    assert.notEqual((await this.#ada.request('GET', '/metrics')).status, 200);
  }

  /** Rosa is asked by mail, and joins by saying yes. */
  async rosaJoins(): Promise<void> {
    const rosa = this.#letterboxOf('rosa');
    await this.#ada.ask(mailbox.ask, {
      id: this.#circle.id,
      firstName: 'Rosa',
      lastName: 'Example',
      email: 'rosa@example.org',
    });
    await rosa.answers(await rosa.takes(/invites you to Family/), 'Yes');
    await rosa.takes(/Welcome to Family/);
  }

  async #hasComment(post: Post, words: string): Promise<boolean> {
    return (await this.#ada.reads(post)).includes(words);
  }

  /** Ben and Rosa answer a letter. @returns what was measured */
  async letters(content: string): Promise<string> {
    const post = await this.#ada.posts(content, { to: this.#circle });
    await this.#place.circle('letters --now');
    const times: string[] = [];
    for (const name of ['ben', 'rosa']) {
      const box = this.#letterboxOf(name);
      const words = `${name} brings six lemons.`;
      const letter = await box.takes(/moment/i);
      const start = performance.now();
      await box.answers(letter, words, buttonBelow(content, letter.html));
      await until(() => this.#hasComment(post, words), `no comment of ${name}`);
      times.push(secondsSince(start));
    }
    return `comments after ${times.join(' and ')} s`;
  }

  /** Ben mails a photo to the circle. @returns what was measured */
  async mailPhoto(subject: string): Promise<string> {
    const { address } = await this.#ben.ask(mailbox.mailAddress, { id: this.#circle.id });
    const photo = await noisePhoto(4_200, 3_000);
    const start = performance.now();
    await this.#letterboxOf('ben').sends({
      to: address,
      subject,
      attachments: [{ filename: 'lemons.jpg', content: photo }],
    });
    await until(async () => {
      const { items } = await this.#ada.feed();
      return items.some(({ content, images }) => content.includes(subject) && images.length === 1);
    }, 'no moment by mail');
    return `${Math.round(photo.length / 1e6)} MB in ${secondsSince(start)} s`;
  }

  /** A letter that cannot be delivered comes back. @param count asks the database how many letters to Rosa came back */
  async returned(count: () => Promise<number>): Promise<void> {
    await this.#ada.posts('Nobody delivers this', { to: this.#circle });
    await this.#place.circle('letters --now');
    await until(async () => (await count()) === 1, 'no letter came back');
  }
}
