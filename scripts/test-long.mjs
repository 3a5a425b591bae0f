// `npm run test:long`: what takes longer than `npm test` may, into docs/trust.md; `npm run test:long -- acts` runs one
// part alone.
import { findChromium } from './bootstrap/chromium.mjs';

process.env.CHROMIUM_PATH ??= findChromium() ?? '';
await import('../test/trust/long/long.ts');
