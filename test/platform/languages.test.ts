// A language is a set of files. The types compare their keys with the English ones; this test compares the gaps, and
// runs a server and a build in another language. It is a separate process, because a server has one language.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { build } from 'vite';
import * as auth from '../../contract/auth.ts';
import * as circles from '../../contract/circles.ts';
import { ErrorBody, messages } from '../../contract/errors/errors.ts';
import { messages as german } from '../../contract/errors/errors-de.ts';
import { de as serverDe } from '../../server/words/de.ts';
import { en as serverEn } from '../../server/words/en.ts';
import { spokenWords } from '../../web/build/language.ts';
import { languages } from '../../web/words/languages.ts';
import { root } from '../setup/sources.ts';
import { TestServer } from '../harness/test-server.ts';

const isFilled = (said: unknown): said is object => typeof said === 'object' && said !== null;

/** Calls a sentence with test values; it may not accept them. */
const filled = (said: (...gaps: never[]) => unknown, gaps: unknown[]): unknown => {
  try {
    return Reflect.apply(said, undefined, gaps);
  } catch {
    return 'not of this kind';
  }
};

const marks = /«\d»|NaN|\b7\b|\{\w+\}/g;

/** Where two languages say different things, by path: other keys, or other gaps in a sentence. */
const differences = (english: unknown, other: unknown, path: string): string[] => {
  if (typeof english === 'function' && typeof other === 'function') {
    const sentence = english as (...gaps: never[]) => unknown;
    const turned = other as (...gaps: never[]) => unknown;
    return [
      ['«1»', '«2»', '«3»', '«4»'],
      [7, 7, 7, 7],
    ].flatMap((gaps) => differences(filled(sentence, gaps), filled(turned, gaps), `${path}()`));
  }
  if (typeof english === 'string' && typeof other === 'string') {
    const [a, b] = [english, other].map((text) => [...new Set(text.match(marks) ?? [])].toSorted().join(' '));
    return a === b ? [] : [`${path}: ${a} / ${b}`];
  }
  if (isFilled(english) && isFilled(other)) {
    const keys = [...new Set([...Object.keys(english), ...Object.keys(other)])];
    return keys.flatMap((key) =>
      differences(Reflect.get(english, key), Reflect.get(other, key), `${path}.${key}`),
    );
  }
  return typeof english === typeof other && (english === null) === (other === null)
    ? []
    : [`${path} is missing`];
};

describe('all translations have the same entries', () => {
  test('the English and German texts of the app have the same entries', async () => {
    const english = await languages.en();
    for (const language of Object.values(languages)) {
      assert.deepEqual(differences(english, await language(), 'words'), []);
    }
  });

  test('the English and German texts of the server have the same entries', () => {
    assert.deepEqual(differences(serverEn, serverDe, 'words'), []);
  });

  test('the texts shared by app and server have the same entries in both languages', () => {
    assert.deepEqual(differences(messages, german, 'messages'), []);
  });
});

test('every hint on usernames states the rule that a refused username breaks', async () => {
  const [{ account, profile }, rule] = [await languages.en(), /at least one letter or digit/];
  for (const text of [account.profile.usernameHint, profile.form.usernameHint, messages.usernameInvalid]) {
    assert.match(text, rule);
  }
});

// OPERATE-13
test('a build of the app in German has the German texts and not the English ones', async () => {
  const id = '\0a-page';
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [
      spokenWords('de'),
      {
        name: 'a-page',
        resolveId: (source) => (source === 'a-page' ? id : null),
        load: (source) =>
          source === id
            ? `import { words } from '${root}/web/words/words.ts';
               import { push } from '${root}/web/words/en/account/push.ts';
               import { messages } from '${root}/contract/errors/errors.ts';
               document.title = words.comments.count(1) + words.ui.close + push.title + messages.wrongCredentials;`
            : null,
      },
    ],
    build: { write: false, target: 'es2023', rolldownOptions: { input: 'a-page' } },
  });
  const code = [built]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .map((file) => ('code' in file ? file.code : ''))
    .join('');
  for (const said of ['Schließen', 'Neues in Circle', german.wrongCredentials])
    assert.ok(code.includes(said));
  for (const not of ['Close', 'Something new', messages.wrongCredentials]) assert.ok(!code.includes(not));
});

describe('an installation in German', () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open('sqlite', { APP_LANGUAGE: 'de' });
  });
  after(() => server.close());

  // OPERATE-13
  test('errors, notifications and mails of a German installation are in German', async () => {
    const [ana, ben] = await Promise.all([server.member('Ana'), server.member('Ben')]);
    const guest = server.visitor();
    const refused = await guest.call(auth.login, { email: ana.email, password: 'wrong' });
    assert.deepEqual(refused.json, { message: german.wrongCredentials });
    const unnamed = await ana.call(circles.create, { name: '', description: '', color: '#3B82F6' });
    assert.deepEqual(ErrorBody.parse(unnamed.json).issues, [
      { path: 'name', message: german.circleNameRequired },
    ]);

    await guest.ask(auth.forgotPassword, { email: ben.email });
    const [mail] = await server.mailsTo(ben);
    assert.equal(mail?.subject, 'Ein neues Passwort für Circle');
    assert.match(mail.html, /<html lang="de">/);
  });
});
