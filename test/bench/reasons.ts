// Why a row may be red, by words of its name, the first that fit: what was found when it was looked at, and what would help.
const reasons: Readonly<Record<string, string>> = {
  'nothing written since':
    'what an answer takes with a static one, and the question for the version of the database; the floor sends 14 KB from a ready buffer. After a write, whoever made it, the page is made once again and compared by its hash.',
  'Static answer':
    'Fastify and its hooks, the lookup of the session with its SHA-256, and 19 headers, 13 of them for safety.',
  'Smallest answer of the contract':
    'as a static answer, and besides the input is checked, the answer written by its schema, and hashed for its tag.',
  'Feed of':
    'half of it is the one statement: some thirty small lookups for each of 21 posts; then each post is put together as JSON in the database, read in JavaScript and written again by its schema, and the page is hashed. The budget was drawn up with the parts that are the same for everybody kept in memory.',
  'Durable like, alone':
    'nine statements in one transaction, half of them built by the query builder; it touches some twenty pages, of which the floor writes one.',
  'Durable like, under load':
    'the commits are shared, thirty likes each; what remains is the work of nine statements, on the one thread that also answers.',
  '12 MP photo': 'at its budget; the largest width is 2048 and not the 1600 that the floor is made of.',
  'JavaScript of the first screen': 'the pieces of the shell have grown since the budget was drawn up.',
  'JavaScript that any other':
    'its form brings the schemas of the contract, zod and the form library, which the first screen does without.',
};

export const reasonFor = (what: string): string =>
  Object.entries(reasons).find(([words]) => what.includes(words))?.[1] ??
  'not looked at yet; the machine may have been busy.';
