// Loaded before the server (`node --import`): enables Node's compile cache, with which a start takes a third of the
// time. Changed files are recompiled; where the cache cannot be written, there is none.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));

// Otherwise it is written at the end, and a server that is killed has no end.
setTimeout(flushCompileCache, 5_000).unref();
