// `npm run bench`: measures the server against floors and writes docs/benchmarks.md; `npm run bench -- feed` measures
// one part alone, `npm run bench -- growth` how costs grow with members and posts, for docs/scaling.md.
import { findChromium } from './bootstrap/chromium.mjs';

process.env.CHROMIUM_PATH ??= findChromium() ?? '';
// Growth is measured on a separate database, filled for it, and has its own page.
await (process.argv[2] === 'growth' ? import('../test/bench/growth.ts') : import('../test/bench/bench.ts'));
