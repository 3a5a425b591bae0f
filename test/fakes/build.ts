// In the place of `scripts/bootstrap.mjs --build`: puts the build of this checkout into the working folder. The file
// `update.json` of the version that is built there says what is wrong with it.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';

const Version = z.object({
  /** Statements of one more migration. */
  steps: z._default(z.array(z.string()), []),
  /** The server never listens. */
  isDumb: z._default(z.boolean(), false),
  /** The server listens, and is never ready. */
  isUnready: z._default(z.boolean(), false),
  isUnbuildable: z._default(z.boolean(), false),
});

const source = path.resolve(import.meta.dirname, '../..');
const here = process.cwd();

const replace = (name: string, text: string): void => {
  rmSync(name);
  writeFileSync(name, text);
};

/** Replaces a text in all files of the build. @throws where none has it */
const replaceIn = (before: string, after: string): void => {
  const files = readdirSync('dist/server')
    .filter((name) => name.endsWith('.js'))
    .map((name) => path.join('dist/server', name))
    .filter((file) => readFileSync(file, 'utf8').includes(before));
  if (files.length === 0) throw new Error(`No file of the build has ${before}`);
  for (const file of files)
    replace(
      file,
      readFileSync(file, 'utf8').replaceAll(before, () => after),
    );
};

const addMigration = (steps: readonly string[]): void => {
  const end = '}],knownMigrations=';
  replaceIn(end, `},{name:\`9000-of-a-test\`,statements:()=>${JSON.stringify(steps)}${end}`);
};

const build = (): void => {
  const { steps, isDumb, isUnready, isUnbuildable } = Version.parse(
    JSON.parse(readFileSync('update.json', 'utf8')),
  );
  if (isUnbuildable) {
    process.stderr.write('Vite could not build the server.\n');
    process.exitCode = 1;
    return;
  }
  symlinkSync(path.join(source, 'node_modules'), path.join(here, 'node_modules'));
  cpSync(path.join(source, 'dist/server'), path.join(here, 'dist/server'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  });
  cpSync(path.join(source, 'dist/web'), path.join(here, 'dist/web'), { recursive: true });
  if (steps.length > 0) addMigration(steps);
  if (isUnready) replaceIn('/readyz', '/never');
  if (isDumb) replace('dist/server/main.js', 'setInterval(() => {}, 1_000);\n');
};

// The service that is installed here was built before.
if (!existsSync('node_modules')) build();
