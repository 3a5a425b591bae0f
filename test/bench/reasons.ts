// Reasons for red rows; the first whose key is part of the row's name is used. A cause seen in a profile is stated as
// such; an unknown one says that it was not investigated.
const reasons: Readonly<Record<string, string>> = {
  'Event loop delay':
    'the longest delays are the page by priority while anybody is hidden from its reader (blocked, muted, banned): it counts up to 1,001 moments of each circle and looks up the author of each, 20 ms in one piece instead of 0.3. Otherwise several requests of one turn add up. On a shared machine, waiting for a processor counts too.',
  'Largest contentful paint':
    'the code arrives after 1.2 s, then a quarter of the processor evaluates it, renders the first moment and lays it out. It was 2.7 s while the feed was requested after the page; answers inside the page, photos before the code, and one moment at first took that away.',
  'Start, warm':
    'the server is bundled and compiled ahead, and loads rarely used libraries later. Not minifying names costs nothing measurable.',
  'Memory, idle':
    'Node’s own program is 58 MB of it, the heap 30 MB. The young generation is limited to 4 MB already, and Node’s HTTP client and HTTP/2 (22 MB) are not loaded.',
  'JavaScript of the first screen':
    'react and react-dom are 58 KB of it, the query library is 8.5 KB. The other 29 KB are ours: bars, routes, session, feed, card.',
  'JavaScript that any other':
    'the form library and its schemas (21 KB), which all pages with a larger form share.',
  p99: 'undecided: 1.3 in one run and 4.2 in the next, beside other programs. Each round has some 330 answers, so p99 depends on three of them.',
  'nothing written since':
    'like a static answer, plus reading the version of the database; the floor sends the whole page from a ready buffer. After any write the page is rebuilt once and its hash compared.',
  'Static answer':
    'no single part stands out in a profile any more: writing to the socket, looking up the session, its SHA-256, 19 headers, the hooks of Fastify.',
  'Smallest answer of the contract':
    'like a static answer, plus checking the input, serializing the answer by its schema, and hashing it for its ETag.',
  'Feed of':
    'half of it is the one statement: walking the circles, the rule of sight for each post, counts and marks. The parts that are the same for everybody are kept. The rest is serializing by the schema, hashing and the socket.',
  'Durable like':
    'ten prepared statements. Most of it is SQLite itself: three updates of counters, the notification with its six indexes, and the commit, which writes 15 pages for a like. Before the statements were prepared it took 1.7 times as long. The disk of a shared machine decides the rest.',
  '12 MP photo':
    'decoding to 2048 takes 1.2 of it, encoding that width 0.65 (effort 1; 0.9 with effort 2), the 1080 variant 0.3. Resizing by Mitchell instead of Lanczos would save 0.1.',
};

export const reasonFor = (what: string): string =>
  Object.entries(reasons).find(([words]) => what.includes(words))?.[1] ?? 'not investigated yet.';
