// `npm run bench`: measures the server against floors and writes docs/benchmarks.md; `npm run bench -- feed` measures
// one part alone.
import { findChromium } from './bootstrap/chromium.mjs';

process.env.CHROMIUM_PATH ??= findChromium() ?? '';
await import('../test/bench/bench.ts');
