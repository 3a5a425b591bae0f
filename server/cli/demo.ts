import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import closeWithGrace from 'close-with-grace';
import { createCircle } from '../app.ts';
import { createLog } from '../platform/log.ts';
import { SettingError, settingsOfProcess } from '../settings.ts';
import { fill } from './demo/fill.ts';
import { people } from './demo/people.ts';

const password = 'eleven-lemons';

const start = async (): Promise<void> => {
  const began = performance.now();
  const { port, host, ...settings } = settingsOfProcess();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-demo-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  // Only the address is taken from the settings: whatever else `.env` says is about the real one.
  const circle = await createCircle(
    {
      ...settings,
      port,
      host,
      publicUrl: `http://localhost:${port}`,
      dataDir,
      databaseUrl: null,
      s3: null,
      smtpUrl: null,
      trustProxy: [],
      rateLimitFactor: 0,
    },
    createLog('warn'),
    path.resolve(import.meta.dirname, '../../dist/web'),
  );
  process.stdout.write('Inventing a community …\n');
  await fill(circle.house, password);
  await circle.listen();
  closeWithGrace({ delay: 10_000 }, () => circle.close());
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  process.stdout.write(
    [
      `Circle is at http://localhost:${port}, with ${Object.keys(people).length} invented people (${seconds} s).`,
      `Everybody’s password is ${password}`,
      `  ${people.ines.email}   is in most circles`,
      `  ${people.nora.email}    is an administrator`,
      `  ${people.finn.email}       is new and not verified`,
      `Mails become files in ${path.join(dataDir, 'mail')}; all of it is gone when this ends (Ctrl-C).`,
      '',
    ].join('\n'),
  );
};

try {
  await start();
} catch (error) {
  if (error instanceof SettingError) process.stderr.write(`${error.message}\n`);
  else if (error instanceof Error && Reflect.get(error, 'code') === 'EADDRINUSE') {
    process.stderr.write('PORT is taken by another program. Set PORT to a free one.\n');
  } else {
    const why = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`The demonstration could not start: ${why}\n`);
  }
  process.exitCode = 1;
  // What was opened before the failure would keep the process alive.
  setImmediate(() => process.exit());
}
