import { readFileSync } from 'node:fs';
import { copyOfSqlite } from '../databases.ts';
import { type Figure, time } from '../figures.ts';
import { get, load, request, type Wire } from '../load.ts';
import { askForFeed } from '../pages.ts';
import { inTen } from '../people.ts';
import { telephonePhoto } from '../photo.ts';
import { startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

/** Requests of each sort run one after the other: the benchmark looks for the longest block, not for queueing. */
const connections = 1;
/** Among this many requests, one is a sign-in and one uploads a 12 MP photo. */
const signInEvery = 25;
const photoEvery = 200;
const total = 3_000;

const form = (parts: Readonly<Record<string, string>>, photo: Buffer | null): Buffer => {
  const fields = Object.entries(parts).map(
    ([name, value]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head =
    '--edge\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
  const file = photo ? [Buffer.from(head), photo, Buffer.from('\r\n')] : [];
  return Buffer.concat([Buffer.from(fields.join('')), ...file, Buffer.from('--edge--\r\n')]);
};

/** The longest times for which typical work blocks the main thread. */
export const thread = async (): Promise<Figure[]> => {
  const photo = readFileSync(await telephonePhoto());
  const folder = await copyOfSqlite(1_000_000);
  const server = await startServer(folder, { isWatched: true });
  try {
    const json = { 'content-type': 'application/json' };
    const signIn = request(
      'POST',
      '/api/auth/login',
      json,
      Buffer.from(JSON.stringify({ email: 'nobody@example.org', password: 'not the password' })),
    );
    const ofMember = async (member: number): Promise<Wire[]> => {
      const headers = { cookie: cookieOf(member) };
      const { items } = await askForFeed(server.port, member);
      const [post] = items;
      const comment = Buffer.from(JSON.stringify({ content: 'How lovely' }));
      return [
        get('/api/posts/feed', headers),
        get(`/api/posts/${post?.id}`, headers),
        get(`/api/posts/${post?.id}/comments`, headers),
        get(`/api/users/${post?.author.id}`, headers),
        get('/api/circles', headers),
        get('/api/contacts', headers),
        get('/api/notifications', headers),
        get('/api/posts/grouped-by-priority', headers),
        request('POST', `/api/posts/${post?.id}/comments`, { ...headers, ...json }, comment),
      ];
    };
    const reads: Wire[] = [];
    for (let member = inTen.from; member < inTen.from + 20; member++) reads.push(...(await ofMember(member)));
    const withPhoto = request(
      'POST',
      '/api/posts',
      { cookie: cookieOf(201), 'content-type': 'multipart/form-data; boundary=edge' },
      form({ content: 'From the telephone' }, photo),
    );
    const answers: Wire[] = Array.from({ length: total }, (_, at) => reads[at % reads.length] ?? signIn);
    const rest = answers.filter((_, at) => at % 9 !== 8);
    const writes = answers.filter((_, at) => at % 9 === 8);
    const many = (wire: Wire, every: number): Wire[] =>
      Array.from({ length: Math.round(total / every) }, () => wire);
    const beside = { connections, expect: 201 };
    // The first compilation belongs to the start, not to typical work.
    await load(server.port, rest, { connections, total: 500, expect: 200 });
    await server.held();
    await Promise.all([
      load(server.port, rest, { connections, total: rest.length, expect: 200 }),
      load(server.port, writes, { ...beside, total: writes.length }),
      load(server.port, many(signIn, signInEvery), {
        connections,
        total: total / signInEvery,
        expect: 401,
      }),
      load(server.port, many(withPhoto, photoEvery), { ...beside, total: total / photoEvery }),
    ]);
    const { p99, longest } = await server.held();
    return [
      {
        what: 'Event loop delay, p99 of ticks of 1 ms, under reads, comments, sign-ins and 12 MP photos',
        floor: '',
        value: `${time(p99)}, at most ${time(longest)}`,
        judged: p99 / 1_000,
        budget: { atMost: 5, unit: 'ms' },
      },
    ];
  } finally {
    await server.stop();
    folder.remove();
  }
};
