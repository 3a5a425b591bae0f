import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyHere, onlyNearby } from './reach.ts';

test('an address that no other device reaches is known in every spelling', () => {
  const at = (publicUrl: string, host = '0.0.0.0') =>
    onlyHere({ publicUrl: new URL(publicUrl).origin, host, port: 3000 });
  for (const url of [
    'http://localhost:3000',
    'https://LOCALHOST.',
    'http://circle.localhost',
    'http://localhost.localdomain:3000',
    'http://127.0.0.1:3000',
    'http://127.1.2.3',
    'http://2130706433:3000',
    'http://0x7f.1',
    'http://0.0.0.0:3000',
    'http://[::1]:3000',
    'http://[::]:3000',
    'http://[::ffff:127.0.0.1]:3000',
  ])
    assert.equal(at(url), new URL(url).host, url);
  for (const url of [
    'https://circle.example.org',
    'http://192.168.1.20:3000',
    'http://[fd00::20]:3000',
    'http://circle.local',
    'https://localhost.example.org',
  ])
    assert.equal(at(url), null, url);
});

test('a port that listens for this machine alone is reached by no other', () => {
  const at = (publicUrl: string, host: string) => onlyHere({ publicUrl, host, port: 3000 });
  assert.equal(at('http://192.168.1.20:3000', 'localhost'), 'localhost:3000');
  assert.equal(at('http://192.168.1.20:3000', '127.0.0.1'), '127.0.0.1:3000');
  assert.equal(at('http://192.168.1.20:3000', '0.0.0.0'), null);
  // A proxy on another port forwards to it.
  assert.equal(at('http://192.168.1.20', 'localhost'), null);
  assert.equal(at('https://circle.example.org:3000', 'localhost'), null);
});

test('a private name over plain http is reached nearby alone', () => {
  for (const url of [
    'http://192.168.1.20:3000',
    'http://10.1.2.3',
    'http://172.31.0.1',
    'http://[fd00::20]:3000',
    'http://circle.local',
    'http://nas:3000',
  ])
    assert.equal(onlyNearby(url), new URL(url).host, url);
  for (const url of [
    'https://circle.local',
    'http://circle.example.org',
    'http://203.0.113.7:3000',
    'http://172.32.0.1',
    'http://localhost:3000',
  ])
    assert.equal(onlyNearby(url), null, url);
});
