// `npm run bench`: compares the server with floors and writes docs/benchmarks.md. `npm run bench -- feed writes`
// measures only these parts; the page keeps the others.
import type { Figure } from './figures.ts';
import { beside } from './parts/beside.ts';
import { events } from './parts/events.ts';
import { feed } from './parts/feed.ts';
import { deletions } from './parts/deletions.ts';
import { heavy } from './parts/heavy.ts';
import { heic } from './parts/heic.ts';
import { http } from './parts/http.ts';
import { http2 } from './parts/http2.ts';
import { ids } from './parts/ids.ts';
import { imports } from './parts/import.ts';
import { letters } from './parts/letters.ts';
import { lists } from './parts/lists.ts';
import { paint } from './parts/paint.ts';
import { peers } from './parts/peers.ts';
import { photos } from './parts/photos.ts';
import { scroll } from './parts/scroll.ts';
import { search } from './parts/search.ts';
import { start } from './parts/start.ts';
import { statements } from './parts/statements.ts';
import { thread } from './parts/thread.ts';
import { timeline } from './parts/timeline.ts';
import { video } from './parts/video.ts';
import { viewers } from './parts/viewers.ts';
import { web } from './parts/web.ts';
import { writes } from './parts/writes.ts';
import { globalTeardown } from '../setup/postgres.ts';
import { printFigures, writePart } from './report.ts';

const parts = new Map<string, () => Promise<Figure[]>>(
  Object.entries({
    http,
    http2,
    feed,
    ids,
    lists,
    search,
    timeline,
    letters,
    beside,
    peers,
    heavy,
    deletions,
    statements,
    writes,
    photos,
    import: imports,
    video,
    viewers,
    heic,
    thread,
    events,
    start,
    web,
    paint,
    scroll,
  }),
);

const named = process.argv.slice(2);
const stranger = named.find((name) => !parts.has(name));
if (stranger) throw new Error(`There is no part ${stranger}; there are ${[...parts.keys()].join(', ')}.`);

try {
  for (const [name, run] of parts) {
    if (named.length > 0 && !named.includes(name)) continue;
    const started = performance.now();
    const found = await run();
    printFigures(found);
    console.log(`${name}: ${((performance.now() - started) / 1_000).toFixed(0)} s`);
    writePart([...parts.keys()], name, found);
  }
} finally {
  await globalTeardown();
}
