import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { limits, rates } from '../../contract/limits.ts';
import { giveUpAfterMs } from '../../server/features/letters/evening.ts';
import { countedTo } from '../../server/features/posts/select.ts';
import { bodyTimes } from '../../server/platform/http/body-time.ts';
import { keptLimits } from '../../web/offline/kept-photos.ts';
import { root } from '../setup/sources.ts';

const count = (value: number): string => value.toLocaleString('en');
const [kb, mb] = [1024, 1024 ** 2];

/** Sentences of the documents that state constants, without their line breaks. */
const stated: Readonly<Record<string, readonly string[]>> = {
  'docs/operating.md': [
    `at most ${keptLimits.photos} of them and ${keptLimits.megabytes} MB, for ${keptLimits.days} days`,
    `up to ${limits.framePhotos} for each circle that a frame shows`,
    `name ${rates.mailIn.points} senders and recipients a minute`,
    `gives up a letter that it could not send for ${giveUpAfterMs / 3_600_000} hours`,
  ],
  'docs/scaling.md': [`Each of the ${count(countedTo)} that are counted`],
  'docs/threats.md': [
    `every body that is no upload within ${bodyTimes.bodyMs / 1_000} s`,
    `After ${count(rates.streamResets.points)} resets of a network in a minute`,
    `limited to ${limits.jsonBytes / kb} KB, signed messages and comments on a letter's page to ${limits.webhookBytes / kb} KB`,
    `names at most ${limits.issues} wrong fields`,
    `the member, ${rates.mailboxMails.points} mails a day`,
    `${count(rates.importPhotos.points)} photos and ${rates.importVideos.points} videos an hour`,
    `At most ${limits.photosWaiting} photos may wait unattached`,
    `An upload has at most ${limits.videoBytes / mb} MB`,
    `at most ${limits.voiceBytes / mb} MB and ${limits.voiceSeconds / 60} minutes`,
    `A member uploads ${rates.voices.points} an hour`,
    `Reads are limited to ${count(rates.reads.points)} a minute, expensive ones to ${rates.heavyReads.points}, photo files to ${count(rates.files.points)}`,
  ],
};

test('documents state the limits of the code', () => {
  for (const [file, sentences] of Object.entries(stated)) {
    const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/\s+/g, ' ');
    for (const sentence of sentences) assert.ok(text.includes(sentence), `${file}: ${sentence}`);
  }
});
