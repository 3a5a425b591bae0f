import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import closeWithGrace from 'close-with-grace';
import { createServer } from '../app.ts';
import { createLog } from '../platform/log.ts';
import { CommandError } from '../command-error.ts';
import { SettingError } from '../setting-error.ts';
import { answerByMail, folderPrefix, makeMailKeys, noteForAnswers } from './demo/answer.ts';
import { fill } from './demo/fill.ts';
import { people } from './demo/people.ts';
import { rosa } from './demo/rosa.ts';
import { demoSettings } from './demo/settings.ts';

const password = 'eleven-lemons';

const greeting = (url: string, dataDir: string, seconds: string): string =>
  [
    `Circle is at ${url}, with ${Object.keys(people).length} invented people (ready in ${seconds} s).`,
    `Everybody’s password is ${password}`,
    `  ${people.ines.email.padEnd(26)} is in most circles`,
    `  ${people.nora.email.padEnd(26)} is an administrator`,
    `  ${people.finn.email.padEnd(26)} is new, and not verified`,
    `  ${rosa.email.padEnd(26)} takes part by letter: \`npm run demo -- --answer\` answers her newest one`,
    `Mails become files in ${path.join(dataDir, 'mail')}. All of it is gone when this ends (Ctrl-C).`,
  ].join('\n');

const ending = { isUnderWay: false };

const start = async (): Promise<void> => {
  const began = performance.now();
  const mailKeys = makeMailKeys();
  const dataDir = await mkdtemp(path.join(tmpdir(), folderPrefix));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const settings = demoSettings(dataDir);
  const url = settings.publicUrl;
  const circle = await createServer(settings, createLog('warn'), { resolveTxt: mailKeys.resolveTxt });
  closeWithGrace({ delay: 10_000 }, () => {
    ending.isUnderWay = true;
    return circle.close();
  });
  process.stdout.write('Inventing a community …\n');
  await fill(circle.context, password);
  await circle.listen();
  noteForAnswers(dataDir, { url, port: circle.mailPort, privateKey: mailKeys.privateKey });
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  process.stdout.write(`${greeting(url, dataDir, seconds)}\n`);
};

try {
  const { values } = parseArgs({ options: { answer: { type: 'boolean', default: false } } });
  if (values.answer) process.stdout.write(`${await answerByMail()}\n`);
  else await start();
} catch (error) {
  // Ended while it was being filled: what was under way then fails, and nobody needs to hear of it.
  if (ending.isUnderWay) process.stdout.write('\n');
  else if (error instanceof SettingError || error instanceof CommandError)
    process.stderr.write(`${error.message}\n`);
  else {
    const why = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`The demonstration could not start: ${why}\n`);
  }
  process.exitCode = 1;
  // Close what is already open, or it keeps the process alive.
  setImmediate(() => process.exit());
}
