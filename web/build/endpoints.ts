import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const prefix = '\0endpoints:';
const contract = /\/contract\/[a-z-]+\.ts$/;
const ours = /\/web\/.+\.tsx?$/;
const asksForSchemas = /from '(?:zod\/mini|[./]+data\/schema-resolver)/;

/**
 * Calling an endpoint takes its method and its path; its schemas are for forms. So files of ours that check no form
 * get the contract without schemas, and the schema library (11 KB packed, with what it builds) stays out of the first
 * screen. A file asks for the whole contract by importing `zod/mini` or `data/schema-resolver.ts` itself.
 */
export const endpointsOnly = (): Plugin => ({
  name: 'circle-endpoints',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (source.startsWith(prefix)) return source;
    if (!importer || !source.includes('contract/') || !ours.test(importer)) return null;
    if (asksForSchemas.test(await readFile(importer, 'utf8'))) return null;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    return resolved && contract.test(resolved.id) ? `${prefix}${resolved.id}` : null;
  },
  async load(id) {
    if (!id.startsWith(prefix)) return null;
    const [file = '', single] = id.slice(prefix.length).split('#');
    if (!isAbsolute(file)) return null;
    this.addWatchFile(file);
    const exported: unknown = await import(pathToFileURL(file).href);
    if (typeof exported !== 'object' || exported === null) return null;
    const code = Object.entries(exported)
      .filter(([name]) => single === undefined || name === single)
      .map(([name, value]) => (single ? constant(name, value) : declaration(file, name, value)));
    return { code: code.join('\n'), moduleSideEffects: false };
  },
  transform: {
    // Mark schema calls as pure, or the bundler has to keep unused ones.
    filter: { id: contract },
    handler: (code) => ({ code, map: null, moduleSideEffects: false }),
  },
});

const declaration = (file: string, name: string, value: unknown): string => {
  // A module for each endpoint, or the first screen would carry all of a feature for the one that it calls.
  if (isEndpoint(value)) return `export { ${name} } from ${JSON.stringify(`${prefix}${file}#${name}`)};`;
  // Texts and numbers stand here as they are; what is made of schemas or functions comes from the file itself.
  return isPlain(value) ? constant(name, value) : `export { ${name} } from ${JSON.stringify(file)};`;
};

const constant = (name: string, value: unknown): string => {
  const { method, path, inBody } = isEndpoint(value) ? value : {};
  return `export const ${name} = ${JSON.stringify(path ? { method, path, inBody } : value)};`;
};

const isEndpoint = (value: unknown): value is { method: string; path: string; inBody?: true } =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'credential' in value;

const isPlain = (value: unknown): boolean => {
  if (typeof value === 'string' || typeof value === 'number') return true;
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object' || value === null) return false;
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
};
