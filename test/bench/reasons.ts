// Reasons for red rows; the first whose key is part of the row's name is used. A cause seen in a profile is stated as
// such; an unknown one says that it was not investigated.
const reasons: Readonly<Record<string, string>> = {
  'Search for eight words':
    'the index is asked for all eight words, so that a page ends by seen words alone; it was 14.6 ms with the rarest alone. Half as many rows at a time gained nothing.',
  'Event loop delay':
    'it was 10.0 ms. The longest single statement, the counts of the page by priority (20 ms while anybody was hidden from its reader), takes 2 ms now. The rest is several requests of one turn, and lists of contacts with thousands of people (20 ms). On a shared machine, waiting for a processor counts too.',
  'Feed beside':
    'letters are made in the worker thread; while they were made in the one that answers, the same evenings gave 27.2 and 23.4 ms (2026-11-28). What is left are two processors for the server, its worker thread, the mail server and whoever asks.',
  'Feed while 20 viewers':
    'not profiled. It was 1.57 times on another day; p99 depends on a few answers of a shared machine.',
  'a phrase of common words':
    'every moment of the data is made of few sentences, so that both words are in nearly all of them, and their texts are compared until 200 KB were read.',
  'PostgreSQL (its processes included)':
    'the floor took 1.4 times as long on this day as when the budget was set (25.8 instead of 17.6 µs), and questions, faces and talk about photos have made the statement longer since. Before its indexes answered alone, 50 circles took 21.8 ms, and the most popular ones 257 ms.',
  'first, of 50 circles':
    'as the feed of 50 circles: a quarter of the posts is in several circles of their reader, for whom likes and comments are counted one by one.',
  'Largest contentful paint':
    'the code arrives after 1.2 s, then a quarter of the processor evaluates it, renders the first moment and lays it out. On 2026-11-29 the host was busy: 1.7 s in the night, then 1.96 to 2.81 s for the same code. In turns with the former build: 2.16 and 2.49 s, now 1.96 s.',
  'First moment of the feed': 'a tenth of a second after the largest paint, for the same reasons.',
  'Start, warm':
    'the server is bundled and compiled ahead, and loads rarely used libraries later. Not minifying names costs nothing measurable.',
  'Statements for the feed':
    'the session, the version, the page, and once in each process the parts that no reader needed before. After that it is two or three.',
  'Memory, idle':
    '119, 123 and 129 MB in three runs. Node’s own program is 58 MB of it, the heap 30 MB. The young generation is limited to 4 MB already, and Node’s HTTP client and HTTP/2 (22 MB) are not loaded.',
  'JavaScript of the first screen':
    'react and react-dom are 58 KB of it, the query library is 8.5 KB. The other 29 KB are ours: bars, routes, session, feed, card.',
  p99: 'between 1.3 and 4.2 in six runs. Each round has some 330 answers, so p99 depends on three of them. The image processes have a nice value of 10 already, and 19 gained nothing. With two cores, photos and answers share the caches and the disk.',
  'nothing written since':
    'like a static answer, plus reading the version of the database; the floor sends the whole page from a ready buffer. After a write elsewhere the statement runs, and the page is built again only if its rows differ.',
  'Static answer':
    'no single part stands out in a profile: a quarter is writing to the socket, a seventh looking up the session, then its SHA-256, 19 headers, which are checked each time since Fastify sends them (3 µs), counters for the operator (2 µs), and the hooks of Fastify. It was 0.57 on 2026-11-23, with a client that slept.',
  'Smallest answer of the contract':
    'half of it is a static answer. The rest is one more statement than when the budget was set (the administrator’s choice whether members vouch for each other), checking the input, serializing by the schema, and hashing for the ETag.',
  'Feed of':
    '60 % of it is the one statement: walking the circles, the rule of sight for each post, counts and marks. The parts that are the same for everybody are kept. The rest is joining them, hashing and the socket. The statement takes 200 µs alone and 370 µs in a server with eight connections, where it finds the caches of the processor filled with other data. The floor, which keeps one buffer, does not.',
  'Durable like':
    'ten prepared statements. Most of it is SQLite itself: three updates of counters, the notification with its six indexes, and the commit, which writes 15 pages for a like. Before the statements were prepared it took 1.7 times as long. The disk of a shared machine decides the rest. One sync for several commits, beside the thread, took 0.78 of the time of 64 likes in a prototype: readers would see a commit before it is durable, so a failed sync would have to end the server, which recovers without a restart today.',
  '12 MP photo':
    'decoding to 2048 takes 1.2 of it, encoding that width 0.65 (effort 1; 0.9 with effort 2), the 1080 variant 0.3. Resizing by Mitchell instead of Lanczos would save 0.1.',
};

export const reasonFor = (what: string): string =>
  Object.entries(reasons).find(([words]) => what.includes(words))?.[1] ?? 'not investigated yet.';
