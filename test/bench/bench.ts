// `npm run bench`: measures the server against floors and writes docs/benchmarks.md. With names it measures those
// parts alone and writes nothing: `npm run bench -- feed writes`.
import type { Figure } from './figures.ts';
import { events } from './parts/events.ts';
import { feed } from './parts/feed.ts';
import { http } from './parts/http.ts';
import { ids } from './parts/ids.ts';
import { photos } from './parts/photos.ts';
import { start } from './parts/start.ts';
import { statements } from './parts/statements.ts';
import { web } from './parts/web.ts';
import { writes } from './parts/writes.ts';
import { printFigures, writePage } from './report.ts';

const parts = new Map<string, () => Promise<Figure[]>>(
  Object.entries({ http, feed, ids, statements, writes, photos, events, start, web }),
);

const named = process.argv.slice(2);
const stranger = named.find((name) => !parts.has(name));
if (stranger) throw new Error(`There is no part ${stranger}; there are ${[...parts.keys()].join(', ')}.`);

const figures: Figure[] = [];
for (const [name, run] of parts) {
  if (named.length > 0 && !named.includes(name)) continue;
  const started = performance.now();
  const found = await run();
  printFigures(found);
  console.log(`${name}: ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  figures.push(...found);
}
if (named.length === 0) writePage(figures);
