// Compiles the sentences of words/ into dist/words/, for the type checker, the server and the build of the web app. All
// commands of package.json do it when a sentence has changed (scripts/bootstrap/build.mjs).
import path from 'node:path';
import { compileWords } from './words/files.ts';

const root = path.join(import.meta.dirname, '..');

try {
  compileWords(path.join(root, 'words'), path.join(root, 'dist/words'));
} catch (error) {
  // The message names file and sentence; a stack would hide it.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
