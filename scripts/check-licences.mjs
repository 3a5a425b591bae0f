// Looks whether every package that is installed may be used here: what is not on the list is looked at by a person
// before it is. Names and licences come from what npm has installed, by package-lock.json.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './bootstrap/run.mjs';

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
]);

/** Under terms that ask for more, each for a reason. */
const exceptions = [
  // Changed files of theirs would have to be published; none is changed.
  { name: /^(?:axe-core|lightningcss(?:-.*)?|mediabunny)$/, licence: 'MPL-2.0' },
  // The library of images, linked and not changed.
  { name: /^@img\/sharp-/, licence: /LGPL-3\.0/ },
  // The decoder of HEIC, loaded as it is from its own files, which anybody can replace.
  { name: /^libheif-js$/, licence: 'LGPL-3.0' },
  // Data to build with: which browser knows what.
  { name: /^caniuse-lite$/, licence: 'CC-BY-4.0' },
  // Fonts, served as they are.
  { name: /^@fontsource/, licence: 'OFL-1.1' },
];

const isExcepted = (name, licence) =>
  exceptions.some(
    (one) =>
      one.name.test(name) &&
      (typeof one.licence === 'string' ? one.licence === licence : one.licence.test(licence)),
  );

/** `MIT`, `(MIT OR Apache-2.0)`, `Apache-2.0 AND MIT`: of what may be chosen one has to be allowed, of the rest all. */
const isAllowed = (licence) => {
  const plain = licence.replaceAll(/[()]/g, '');
  return plain
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((one) => allowed.has(one.trim())));
};

const licenceOf = (found) => {
  const { license, licenses } = found;
  if (typeof license === 'string') return license;
  if (typeof license?.type === 'string') return license.type;
  return Array.isArray(licenses) ? licenses.map(({ type }) => type).join(' OR ') : 'none';
};

const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const troubles = [];
for (const [place, locked] of Object.entries(packages)) {
  if (place === '' || locked.link) continue;
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const file = path.join(root, place, 'package.json');
  // A package for another kind of machine is not installed; this machine's variant is.
  if (!existsSync(file) && locked.optional) continue;
  const licence = licenceOf(JSON.parse(readFileSync(file, 'utf8')));
  if (!isAllowed(licence) && !isExcepted(name, licence))
    troubles.push(`${name} ${locked.version}: ${licence}`);
}
for (const trouble of troubles) console.log(trouble);
process.exitCode = troubles.length > 0 ? 1 : 0;
