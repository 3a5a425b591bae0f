// The floor: Node's own HTTP server and nothing else. It answers each path from a ready buffer, which a PUT sets. With
// FLOOR_DATABASE it also does what no answer to a member can do without: it looks up the session, reads the version of
// the data, and sends the fixed headers.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { fixedHeaders } from '../../server/platform/http/fixed-headers.ts';

const kept = new Map<string, Buffer>();

const openChecks = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true });
  const session = db.prepare('select user_id from sessions where token_hash = ? and expires_at > ?');
  const version = db.prepare('pragma data_version');
  const headers = { ...fixedHeaders(false), 'cache-control': 'private, no-cache', etag: '"floor"' };
  return (cookie: string): Record<string, string> => {
    const token = cookie.slice(cookie.indexOf('=') + 1);
    const hash = createHash('sha256').update(token).digest('hex');
    if (!session.get(hash, Date.now()) || !version.get()) throw new Error('No such session');
    return headers;
  };
};

const file = process.env['FLOOR_DATABASE'];
const check = file ? openChecks(file) : () => ({});

const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (request.method !== 'PUT') {
    const headers = check(request.headers.cookie ?? '');
    if (file && request.headers['if-none-match'] !== undefined) {
      response.writeHead(304, headers);
      response.end();
      return;
    }
    const bytes = kept.get(path) ?? Buffer.alloc(0);
    response.writeHead(200, {
      ...headers,
      'content-type': 'application/json',
      'content-length': bytes.length,
    });
    response.end(bytes);
    return;
  }
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    kept.set(path, Buffer.concat(parts));
    response.writeHead(204).end();
  });
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
