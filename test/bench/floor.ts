// The floor: Node's own HTTP server and nothing else. It answers each path from a ready buffer, which a PUT sets.
import { createServer } from 'node:http';

const kept = new Map<string, Buffer>();

const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (request.method !== 'PUT') {
    const bytes = kept.get(path) ?? Buffer.alloc(0);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
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
