import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMail } from './mail.ts';
import { moreShapes } from './more-shapes.test-peer.ts';
import { shapes } from './shapes.test-peer.ts';

// MAILBOX-46
for (const { name, mail, text } of [...shapes, ...moreShapes])
  test(`a mail contains only its sender's words: ${name}`, async () => {
    const read = await readMail(mail, { trust: null, records: {} });
    assert.equal(read.mail.text, text);
  });
