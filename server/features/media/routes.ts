import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '../../../contract/errors/errors.ts';
import * as calls from '../../../contract/media.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Routes } from '../../feature.ts';
import { invalid } from '../../platform/problem.ts';
import { storePhotos, takeBackPhoto } from './photos.ts';
import { findFile } from './serve.ts';

/** One range of RFC 9110, section 14; null for none, 'unsatisfiable' for one outside of the file. */
const readRange = (
  header: string | undefined,
  size: number,
): { start: number; end: number } | null | 'unsatisfiable' => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
};

const serve = async (context: AppContext, request: FastifyRequest, reply: FastifyReply, viewer: Viewer) => {
  const params: unknown = request.params;
  const name: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'file') : '';
  const file = await findFile(context, viewer, String(name));
  // The name is the content: a file is written once under a random name and never changed.
  const tag = `"${file.key}"`;
  reply
    .header('cache-control', file.isEvidence ? 'no-store' : 'private, max-age=604800, immutable')
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', 'inline')
    .type(file.type);
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  // HEAD tells the length of what GET would send, and sends nothing.
  const open: typeof file.open = async (part) =>
    request.method === 'HEAD' ? Readable.from([]) : file.open(part);
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === tag ? readRange(request.headers.range, file.size) : null;
  if (range === 'unsatisfiable') {
    return reply.status(416).header('content-range', `bytes */${file.size}`).send();
  }
  if (range) {
    reply
      .status(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
      .header('content-length', range.end - range.start + 1);
    return reply.send(await open(range));
  }
  reply.header('content-length', file.size);
  return reply.send(await open());
};

export const routes: Routes = ({ on, raw }, context) => {
  on(calls.upload, async ({ viewer, files }) => {
    const [photo] = await storePhotos(
      context,
      viewer,
      files.map(({ file }) => file),
    );
    if (!photo) throw invalid('photo', messages.photoMissing);
    return { id: photo.publicId, url: `/uploads/${photo.smallest}` };
  });
  on(calls.remove, async ({ viewer, input }) => {
    await takeBackPhoto(context, viewer, input.id);
    return null;
  });
  for (const path of ['/uploads/:file', '/api/images/:file']) {
    raw({ method: 'GET', path, credential: 'member', rate: 'files' }, (request, reply, viewer) =>
      serve(context, request, reply, viewer),
    );
  }
};
