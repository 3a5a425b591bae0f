import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailProviders } from './mail-providers.ts';

test('each provider has its own id, domains that no other one has, and a page on passwords', () => {
  const ids = mailProviders.map(({ id }) => id);
  const domains = mailProviders.flatMap((provider) => provider.domains);
  assert.deepEqual([new Set(ids).size, new Set(domains).size], [ids.length, domains.length]);
  for (const { id, smtp, imap, password, help } of mailProviders) {
    assert.match(help, /^https:\/\/[\w.-]+\//, id);
    const isHere = password === 'bridge';
    for (const { host, security } of [smtp, imap])
      assert.deepEqual([host === '127.0.0.1', security === 'none'], [isHere, isHere], `${id}: ${host}`);
  }
});
