// A server whose members read in different languages.
import assert from 'node:assert/strict';
import { before, mock, test } from 'node:test';
import * as delivery from '../../contract/delivery.ts';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as circles from '../../contract/circles.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ErrorBody } from '../../contract/errors/error-body.ts';
import { messages } from '../../contract/errors/errors.ts';
import { errors as german } from '../../dist/words/de/errors.ts';
import * as serverDe from '../../dist/words/de/server.ts';
import * as serverEn from '../../dist/words/en/server.ts';
import * as invitations from '../../contract/invitations.ts';
import * as notifications from '../../contract/notifications.ts';
import { mailedOtherwise } from '../../contract/notifications.ts';
import { CurrentUser } from '../../contract/shapes.ts';
import { insertInvitation } from '../../server/features/invitations/send.ts';
import { defaults, isChosenKind } from '../../server/features/notifications/kinds.ts';
import { notify } from '../../server/features/notifications/notify.ts';
import type { Words } from '../../server/words/words.ts';
import type { Mail } from '../harness/mailbox.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { Authenticator } from '../harness/authenticator.ts';
import { onDatabases, onDatabase, password } from '../harness/test-server.ts';

const choices = {
  en: { language: 'en', timeZone: 'Pacific/Auckland' },
  de: { language: 'de', timeZone: 'Europe/Berlin' },
} as const;
const said = { en: { words: serverEn, messages }, de: { words: serverDe, messages: german } };

const askIn = (person: Person, language: string, endpoint: Endpoint, json: unknown) =>
  person.request(endpoint.method, endpoint.path, { json, headers: { 'accept-language': language } });

/** Runs at another time of the server's clock. */
const at = async (time: string, act: () => Promise<void>): Promise<void> => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse(time) });
  try {
    await act();
  } finally {
    mock.timers.reset();
  }
};

onDatabases('each person reads in their own language and time zone', (server) => {
  let readers: { person: Person; other: Person; language: 'en' | 'de' }[] = [];
  before(async () => {
    const [kiri, hans] = await server().members('Kiri', 'Hans');
    await kiri.ask(account.edit, choices.en);
    await hans.ask(account.edit, choices.de);
    readers = [
      { person: kiri, other: hans, language: 'en' },
      { person: hans, other: kiri, language: 'de' },
    ];
  });

  /** Checks that each reader got one mail, wholly in their language. */
  const eachGets = async (
    subject: (words: Words, other: Person) => string,
    also: (mail: Mail, language: 'en' | 'de') => void = () => undefined,
  ) => {
    for (const { person, other, language } of readers) {
      const { words } = said[language];
      const [mail, ...more] = await server().mailsTo(person);
      assert.ok(mail && more.length === 0);
      assert.equal(mail.subject, subject(words, other));
      assert.match(mail.html, new RegExp(`<html lang="${language}">`));
      assert.ok(mail.text.includes(words.mail.footer({ address: server().url })), mail.text);
      also(mail, language);
    }
  };

  test('a new member gets the language and time zone of their browser', async () => {
    const registers = async (name: string, language: string, timeZone?: string) => {
      const { code } = await server().app.context.db.write((tx) =>
        insertInvitation(tx, {
          inviterId: null,
          circleId: null,
          email: null,
          message: null,
          makesAdmin: false,
        }),
      );
      const email = `${name}@example.org`;
      const answer = await askIn(server().visitor(), language, auth.register, {
        firstName: name,
        lastName: 'Example',
        email,
        password,
        confirmPassword: password,
        inviteCode: code,
        mathChallenge: { question: '3 × 5', answer: 15 },
        timeZone,
      });
      assert.equal(answer.status, 201, answer.text);
      const user = CurrentUser.parse(answer.json);
      const [mail] = await server().mailsTo({ email });
      return [user.language, user.timeZone, mail?.subject];
    };
    const [inEnglish, inGerman] = [serverEn.mail.confirm.subject, serverDe.mail.confirm.subject];
    assert.deepEqual(await registers('nils', 'de-AT,en;q=0.5', 'Europe/Vienna'), [
      'de',
      'Europe/Vienna',
      inGerman,
    ]);
    assert.deepEqual(await registers('olga', 'sv, en;q=0.2, de;q=0.3'), ['de', null, inGerman]);
    assert.deepEqual(await registers('pia', 'sv', 'Mars/Olympus'), ['en', null, inEnglish]);
  });

  test('a language or time zone that Circle does not know is refused', async () => {
    const ana = await server().member('Ana');
    const zone = await ana.call(account.edit, { timeZone: 'Mars/Olympus' });
    assert.deepEqual([zone.status, messageOf(zone)], [400, messages.timeZoneUnknown]);
    assert.equal((await ana.call(account.edit, { language: 'tlh' })).status, 400);
  });

  // ACCOUNT-15
  test('the Contacts circle is named in the language of its owner', async () => {
    const ana = await server().member('Berta');
    const named = async () =>
      (await ana.ask(circles.list, {})).map(({ name, description }) => [name, description]);
    assert.deepEqual(await named(), [[serverEn.contacts.name, serverEn.contacts.description]]);
    await ana.ask(account.edit, { language: 'de' });
    assert.deepEqual(await named(), [[serverDe.contacts.name, serverDe.contacts.description]]);
    assert.equal((await ana.call(circles.create, { name: serverEn.contacts.name })).status, 409);
  });

  // ACCOUNT-15
  test('refusals follow the caller, and without a session the browser, never the named account', async () => {
    const guest = server().visitor();
    for (const { person, other, language } of readers) {
      const foreign = language === 'de' ? 'en' : 'de';
      const unnamed = await askIn(person, foreign, circles.create, { name: '' });
      assert.deepEqual(ErrorBody.parse(unnamed.json).issues, [
        { path: 'name', message: said[language].messages.circleNameRequired },
      ]);
      const credentials = { email: other.email, password: 'wrong' };
      const refused = await askIn(guest, language, auth.login, credentials);
      assert.deepEqual(refused.json, { message: said[language].messages.wrongCredentials });
      const lost = await guest.request('GET', '/api/nowhere', { headers: { 'accept-language': language } });
      assert.deepEqual(lost.json, { message: said[language].messages.notFound });
      const asked = await askIn(guest, foreign, auth.forgotPassword, { email: person.email });
      assert.deepEqual(asked.json, { message: said[foreign].words.resetAsked });
    }
    await eachGets(({ mail }) => mail.reset.subject);
  });

  test('the server sends each page and service worker in the language of its reader', async () => {
    const guest = server().visitor();
    const opens = async (who: Person, path: string, language: string, cookie?: string) => {
      const headers = { 'accept-language': language, ...(cookie && { cookie }) };
      const { text, headers: sent } = await who.request('GET', path, { headers });
      const spoken = /<html lang="(\w+)"|index\.(\w+)\.html/.exec(text);
      return {
        text,
        language: spoken?.[1] ?? spoken?.[2],
        cookie: sent.getSetCookie()[0],
        vary: sent.get('vary'),
      };
    };
    for (const { person, language } of readers) {
      const foreign = language === 'de' ? 'en' : 'de';
      const home = await opens(person, '/', foreign);
      assert.equal(home.language, language);
      assert.match(home.text, /id="answers"/);
      for (const path of ['/circles', '/sw.js', `/circles?language=${foreign}`])
        assert.equal((await opens(person, path, foreign)).language, language, path);
      for (const path of ['/', '/auth', '/sw.js'])
        assert.equal((await opens(guest, path, `${language}-XX, ${foreign};q=0.1`)).language, language, path);
      const chosen = await opens(guest, `/?language=${language}`, foreign);
      assert.equal(chosen.language, language);
      assert.match(chosen.vary ?? '', /^accept-language, cookie/);
      assert.match(chosen.text, /data-visitor/);
      assert.equal((await opens(guest, '/', foreign, chosen.cookie)).language, language);
    }
    assert.equal((await opens(guest, '/?language=tlh', 'de')).language, 'de');
  });

  // ACCOUNT-15
  test('notifications and their mails are in the language of their reader, not of the member who caused them', async () => {
    const kinds = Object.keys(defaults).filter(isChosenKind);
    const all = kinds.filter((kind) => !mailedOtherwise.includes(kind));
    for (const { person, other, language } of readers) {
      const { words } = said[language];
      await person.ask(
        notifications.setPreferences,
        Object.fromEntries(all.map((kind) => [kind, { bell: true, email: true, push: false }])),
      );
      const circle = await person.makesCircle('Trip');
      await person.adds(other, circle);
      await other.comments(await person.posts('Hello', { to: circle }), 'A comment');
      await server().mailsTo(other);
      const { db } = server().app.context;
      const to = await server().keyOf('users', person);
      const details = new Map([
        ['new_sign_in', 'Chrome on Mac'],
        ['admin_acted', 'mail'],
      ]);
      for (const kind of all) {
        const detail = details.get(kind);
        await db.write((tx) =>
          notify(tx, { kind, to, actor: null, ...(detail !== undefined && { detail }) }),
        );
      }
      const mails = await server().mailsTo(person);
      const { items } = await person.ask(notifications.list, { limit: '50' });
      assert.ok(mails.length > 25, String(mails.length));
      const commented = words.notification.comment.title({ name: `${other.name} Example` });
      assert.ok(mails.some(({ subject }) => subject === commented));
      for (const mail of mails) {
        assert.match(mail.html, new RegExp(`<html lang="${language}">`));
        const shown = items.filter(({ title }) => title.trim() === mail.subject.trim());
        assert.ok(
          shown.some(({ message }) => mail.text.includes(message)),
          mail.subject,
        );
      }
      const signIn = items.find(({ kind }) => kind === 'new_sign_in');
      assert.equal(
        signIn?.message,
        words.notification.new_sign_in.message({
          device: words.device({ browser: 'Chrome', system: 'Mac' }),
        }),
      );
    }
  });

  // ACCOUNT-15
  test('a new address and an invitation are mailed in the language of their reader', async () => {
    for (const { person, other } of readers) {
      await other.ask(invitations.sendInvite, { email: person.email });
    }
    await eachGets(({ mail }, { name }) =>
      mail.invitation.subject({ name: `${name} Example`, circle: null }),
    );
    for (const { person, language } of readers) {
      const { mail: words } = said[language].words;
      const email = `new-${person.email}`;
      await person.ask(account.changeEmail, { email, password });
      const [[asked], [notice]] = [await server().mailsTo({ email }), await server().mailsTo(person)];
      assert.deepEqual([asked?.subject, notice?.subject], [words.change.subject, words.changeNotice.subject]);
    }
    const [stranger] = [{ email: 'stranger@example.org' }];
    await readers[1]?.person.ask(invitations.sendInvite, stranger);
    const [mail] = await server().mailsTo(stranger);
    assert.match(
      mail?.html ?? '',
      /<html lang="en">/,
      'nobody knows their language: that of the installation',
    );
  });

  // ACCOUNT-15
  test('mails about an account are in its language, with dates of its time zone over a change of the clocks', async () => {
    const times = [
      ['2027-03-28T00:30:00Z', '28 March 2027 at 13:30 GMT+13', '28. März 2027 um 01:30 MEZ'],
      ['2027-03-28T01:30:00Z', '28 March 2027 at 14:30 GMT+13', '28. März 2027 um 03:30 MESZ'],
      ['2027-09-25T13:30:00Z', '26 September 2027 at 01:30 GMT+12', '25. September 2027 um 15:30 MESZ'],
      ['2027-09-25T14:30:00Z', '26 September 2027 at 03:30 GMT+13', '25. September 2027 um 16:30 MESZ'],
    ];
    // Months later, letters would be due.
    for (const { person } of readers) {
      const { circles: all } = await person.ask(delivery.get, {});
      const never = all.map(({ circleId }) => ({ circleId, when: 'never' as const }));
      await person.ask(delivery.set, { circles: never });
    }
    for (const [time = '', inAuckland = '', inBerlin = ''] of times) {
      await at(time, async () => {
        for (const { person } of readers) {
          await person.signIn(password);
          await person.ask(account.changePassword, { currentPassword: password, password });
        }
        await eachGets(
          ({ mail }) => mail.passwordNotice.subject,
          ({ text }, language) => assert.ok(text.includes({ en: inAuckland, de: inBerlin }[language]), text),
        );
      });
    }
    await at('2027-03-27T23:30:00Z', async () => {
      for (const { person } of readers) {
        await person.signIn(password);
        const key = new Authenticator(person.url);
        const { ticket, options } = await person.ask(account.beginPasskey, { password });
        await person.ask(account.addPasskey, {
          ticket,
          name: 'Phone',
          credential: key.make(options.challenge),
        });
      }
      await eachGets(({ notification }) => notification.second_factor_changed.changes.passkey_added);
      const guest = server().visitor();
      for (const { person } of readers) await guest.ask(auth.forgotPassword, { email: person.email });
      const tokens: string[] = [];
      await eachGets(
        ({ mail }) => mail.reset.subject,
        ({ text }) => tokens.push(/token=([\w-]+)/.exec(text)?.[1] ?? ''),
      );
      for (const token of tokens) await guest.ask(auth.resetPassword, { token, password });
      await eachGets(
        ({ mail }) => mail.passwordNotice.subject,
        ({ text }, language) =>
          assert.ok(text.includes({ en: '28 March 2027', de: '28. März 2027' }[language]), text),
      );
    });
  });
});

onDatabase(
  'sqlite',
  'an installation in German',
  (server) => {
    test('people without a choice of language get that of the installation', async () => {
      const [ana, guest] = [await server().member('Ana'), server().visitor()];
      const refused = await askIn(guest, 'sv', auth.login, { email: ana.email, password: 'wrong' });
      assert.deepEqual(refused.json, { message: german.wrongCredentials });
      const { language, timeZone } = await ana.ask(auth.currentUser, {});
      assert.deepEqual([language, timeZone], ['de', null]);
      await guest.ask(auth.forgotPassword, { email: ana.email });
      const [mail] = await server().mailsTo(ana);
      assert.match(mail?.html ?? '', /<html lang="de">/);
    });
  },
  { APP_LANGUAGE: 'de' },
);
