// Loaded before the server (`node --import`): enables Node's compile cache, with which a start takes half of the
// time, and source maps, so that stack traces name the sources. Changed files are recompiled; where the cache cannot
// be written, there is none.
import { enableCompileCache, flushCompileCache, setSourceMapsSupport } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));
// Node reads a map when the first stack trace needs it.
setSourceMapsSupport(true);

// Write the cache early: Node writes it on exit otherwise, which a killed server never reaches.
setTimeout(flushCompileCache, 5_000).unref();
