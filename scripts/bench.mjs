// `npm run bench`: measures the server against floors and writes docs/benchmarks.md; `npm run bench -- feed` measures
// one part alone, `npm run bench -- growth` how costs grow with members and posts, for docs/scaling.md.
import { findChromium } from './bootstrap/chromium.mjs';

process.env.CHROMIUM_PATH ??= findChromium() ?? '';
// How costs grow is about another database, filled for it alone, and has a page of its own.
await (process.argv[2] === 'growth' ? import('../test/bench/growth.ts') : import('../test/bench/bench.ts'));
