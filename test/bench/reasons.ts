// Reasons for red rows; the first whose words fit the row's name is used. A cause seen in a profile is stated as
// such; an unexamined one is called so.
const reasons: Readonly<Record<string, string>> = {
  'Thread held':
    'what is longest is not looked into; SQLite answers in this thread, and the count of one circle (to 1,000) alone takes some 4 ms. On a machine that is shared, waiting for a processor is in it too.',
  'Largest contentful paint':
    'with the processor divided by four, most of what is left is work, not waiting: the answers are there after 1.9 s, then React starts, and draws the first three moments. It was 4.9 s before the feed was asked for early and fonts late, and 4.1 s while React kept back what replaces a fallback.',
  'Start, warm':
    'in a profile two thirds of it are finding and evaluating some 600 modules, evenly spread (Fastify 56 ms of 870, zod 32, the German words 27). Node alone takes 120 to 180 ms here, from run to run.',
  'Memory, idle': 'most of it is code; room for young objects is 4 MB already.',
  'JavaScript of the first screen':
    'of it react and react-dom are 58 KB and the query library 8.5; the other 33 KB are ours: bars, routes, session, feed, card, push, what is kept offline. No file of them is over 2.4 KB.',
  'JavaScript that any other':
    'the library of forms and its schemas (21 KB), which every page with a larger form shares.',
  p99: 'not settled: 1.3 in one run and 4.2 in the next, beside other programs. A spell has some 330 answers, so p99 is three of them.',
  'nothing written since':
    'as a static answer, and the question for the version of the database; the floor sends the whole page from a ready buffer. After a write, whoever made it, the page is made once again and compared by its hash.',
  'Static answer':
    'in a profile no single part stands out any more: writing to the socket, the lookup of the session, its SHA-256, 19 headers, the hooks of Fastify.',
  'Smallest answer of the contract':
    'as a static answer, and besides the input is checked, the answer written by its schema, and hashed for its tag.',
  'Feed of':
    'in a profile half of it is the one statement; the rest is reading its JSON, putting posts together, writing them by the schema, and hashing. Keeping the parts of a post that are the same for everybody (performance.md) has not been tried here.',
  'Durable like':
    'nine statements. In a profile under load a quarter is begin, savepoints and commit, a third the other statements, a sixth the query builder; some thirty to fifty likes share a commit.',
  '12 MP photo': '2.6 in each of two runs; not looked into. The largest width is 2048, the floor makes 1600.',
};

export const reasonFor = (what: string): string =>
  Object.entries(reasons).find(([words]) => what.includes(words))?.[1] ?? 'not looked into yet.';
