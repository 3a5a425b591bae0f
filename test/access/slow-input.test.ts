import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as bugReports from '../../contract/bug-reports.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as scenarios from '../../contract/scenarios.ts';
import * as search from '../../contract/search.ts';
import { formOf, messageOf } from '../harness/person.ts';
import { onBothDatabases, password, TestServer } from '../harness/test-server.ts';
import { Model } from '../fakes/model.ts';

/** Far more than any of these calls needs, and far less than a text took that was tried in every split. */
const soon = 5_000;

const within = async (act: () => Promise<unknown>): Promise<void> => {
  const began = performance.now();
  await act();
  const took = Math.round(performance.now() - began);
  assert.ok(took < soon, `took ${took} ms, for everybody`);
};

onBothDatabases('attacks with input that is slow to check', (server) => {
  test('no User-Agent header slows the server down', async () => {
    const ana = await server().member('Ana');
    for (const name of ['Version/'.repeat(600), `Version/${'x'.repeat(5_000)}`]) {
      const thief = server().visitor('Ana');
      await within(() =>
        thief.request('POST', '/api/auth/login', {
          json: { email: ana.email, password },
          headers: { 'user-agent': name },
        }),
      );
    }
    assert.equal((await server().mailsTo(ana)).length, 2);
  });

  test('no answer to the human check slows the server down', async () => {
    const registration = (question: string) => ({
      email: 'nobody@example.org',
      password,
      confirmPassword: password,
      firstName: 'No',
      lastName: 'Body',
      inviteCode: 'AAAAAAAAAA',
      mathChallenge: { question, answer: 2 },
    });
    const blanks = ' '.repeat(60_000);
    for (const question of [`1+1${blanks}x`, `1+1 =${blanks}x`, `${blanks}x`, `1${blanks}x`]) {
      await within(async () => {
        const answer = await server().visitor().call(auth.register, registration(question));
        assert.deepEqual([answer.status, messageOf(answer)], [400, messages.challengeWrong]);
      });
    }
    // As people's browsers ask it, and as it may be typed.
    for (const question of ['1+1', ' 1 + 1 = ? ', '1 + 1 =', '1+1=?']) {
      const answer = await server().visitor().call(auth.register, registration(question));
      assert.deepEqual([answer.status, messageOf(answer)], [400, messages.inviteInvalid], question);
    }
  });

  test('no number of combining marks slows the server down', async () => {
    const marked = (marks: number) => `a${'\u0301'.repeat(marks / 2)}${'\u0316'.repeat(marks / 2)}`;
    const visitor = server().visitor();
    await within(async () => {
      const report = { title: marked(30_000), description: 'It does not work at all.', severity: 'low' };
      assert.equal((await visitor.call(bugReports.send, formOf(report))).status, 201);
    });
    await within(async () => {
      const answer = await visitor.call(auth.login, { email: marked(30_000), password });
      assert.equal(answer.status, 401);
    });
    const [jan] = await server().members('Jan');
    await within(async () => {
      const circle = await jan.makesCircle('Marks');
      assert.ok((await jan.posts(marked(30_000), { to: circle })).content.length < 32);
    });
    // Marks that languages use are kept, normalized to one form.
    const { requestedName } = await jan.ask(account.edit, { firstName: 'Zoe\u0308 Nguye\u0302\u0303n' });
    assert.equal(requestedName?.firstName, 'Zo\u00EB Nguy\u1EC5n');
    await server().mailsTo(jan);
  });

  test('no words of own moments slow a search down', async () => {
    const [wes] = await server().members('Wes');
    const circle = await wes.makesCircle('Words');
    for (let times = 0; times < 20; times += 1)
      await wes.posts(`${'ä'.repeat(24)} `.repeat(199), { to: circle });
    const q = Array.from({ length: 8 }, (_, at) => 'a'.repeat(at + 3)).join(' ');
    await within(async () => {
      const { moments } = await wes.ask(search.everything, { q });
      const [highlight] = moments.at(0)?.highlights ?? [];
      assert.ok(highlight && highlight.text.length <= 240);
      assert.deepEqual(highlight.marks.at(0), [0, 10]);
    });
  });

  test('a malformed or interrupted form is refused without an error 500', async () => {
    const [kai] = await server().members('Kai');
    for (const type of ['', '; boundary=', '; boundary=y', `; boundary=${'x'.repeat(300)}`]) {
      const answer = await kai.request('POST', '/api/photos', {
        headers: { 'content-type': `multipart/form-data${type}` },
        body: '--y\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\n\r\nx',
      });
      assert.equal(Math.floor(answer.status / 100), 4, `${type}: ${answer.text}`);
    }
  });
});

const model = new Model();
before(() => model.open());
after(() => model.close());

test('no answer of an AI model slows the server down', async () => {
  const server = await TestServer.open('sqlite', { AI_BASE_URL: model.url, AI_MODEL: 'any' });
  try {
    const ana = await server.member('Ana');
    for (const words of ['{'.repeat(60_000), '}{', '{"a":'.repeat(20_000)]) {
      model.says(words);
      await within(async () => {
        const answer = await ana.call(scenarios.generate);
        assert.deepEqual([answer.status, messageOf(answer)], [503, messages.modelUseless]);
      });
    }
  } finally {
    await server.close();
  }
});
