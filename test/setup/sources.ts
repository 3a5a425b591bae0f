import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const folders = ['contract', 'docs', 'scripts', 'server', 'test', 'web', 'words'];

/** A file of the project, for the architecture tests. Paths are relative to the project's folder, with `/`. */
export interface Source {
  path: string;
  text: string;
  /** The text without comments. */
  code: string;
  /** Its imports: a path of this project, or a package name. */
  imports: string[];
  /** The imports that exist at run time, without those of types. */
  loads: string[];
}

const isText = /\.(?:css|html|md|mjs|ts|tsx)$|^words\/.+\.json$/;

// Not a parser: it knows comments on their own line and after code, which is how this project writes them.
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/[^\n]*$/gm, '$1');

const importsOf = (file: string, code: string): string[] =>
  [...code.matchAll(/(?:^|[\s;}])(?:from|import)\s*\(?\s*'([^'\n]+)'/g)].map((match) => {
    const specifier = match[1] ?? '';
    return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
  });

/** Every file of the project that a person wrote; text files with their text. */
export const readSources = (): Source[] =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/');
        const text = isText.test(file) ? readFileSync(path.join(root, file), 'utf8') : '';
        const code = withoutComments(text);
        const isCode = /\.(?:mjs|tsx?)$/.test(file);
        const loaded = code.replaceAll(/^(?:import|export) type [^;]*;/gm, '');
        return {
          path: file,
          text,
          code,
          imports: isCode ? importsOf(file, code) : [],
          loads: isCode ? importsOf(file, loaded) : [],
        };
      }),
  );
