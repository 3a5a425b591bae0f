// Completes package-lock.json after `npm run add`. Some packages have one optional package for each kind of
// machine. Where the registry in use does not carry all of those, npm leaves the missing ones out of the lock,
// and `npm ci` then refuses the lock on every machine. They get their entry here, with the version that their
// parent names exactly, so that one lock serves all machines.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap/run.mjs';

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const libraries = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' };

// The words of a name such as `@rollup/rollup-linux-x64-musl` say which machine the package is for.
const machineOf = (name) => {
  const words = name.split(/[/-]/);
  const pick = (known) => words.filter((word) => known.includes(word));
  const found = {
    cpu: pick(processors),
    libc: words.flatMap((word) => libraries[word] ?? []),
    os: pick(systems),
  };
  return Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0));
};

const path = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const added = [];

for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const isThere = Object.keys(lock.packages).some((place) => place.endsWith(`node_modules/${name}`));
    if (isThere || !/^\d/.test(version)) continue;
    const machine = machineOf(name);
    if (!machine.cpu && !machine.os) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(machine.cpu && { cpu: machine.cpu }),
      ...(parent.dev && { dev: true }),
      ...(machine.libc && { libc: machine.libc }),
      optional: true,
      ...(machine.os && { os: machine.os }),
    };
    added.push(name);
  }
}

if (added.length > 0) {
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')),
  );
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json: ${added.length} packages for other machines entered.`);
}
