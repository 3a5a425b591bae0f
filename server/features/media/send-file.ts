import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { readRange } from '../../platform/storage/range.ts';
import { createLooks, type FileToServe, findFile, type Looks } from './serve.ts';
import { limitVideoStreams, type OpenVideo } from './video-streams.ts';

const weekInS = 7 * 24 * 3_600;

/** Photos as pages show them, and voices. */
const mayBeKept = ({ type, isEvidence }: FileToServe): boolean =>
  !isEvidence && (type === 'image/webp' || type.startsWith('audio/'));

/**
 * No cache keeps a file over https: the app's service worker keeps the photos that it may, and deletes them when their
 * reader no longer sees them (docs/decisions/0009). The second header, in the form of RFC 9213, tells it which. Over http
 * there is no service worker.
 */
const cacheHeaders = (file: FileToServe, isSecure: boolean): Readonly<Record<string, string>> => ({
  'cache-control': isSecure || file.isEvidence ? 'no-store' : `private, max-age=${weekInS}, immutable`,
  ...(mayBeKept(file) && { 'circle-cache-control': `max-age=${weekInS}` }),
});

/** Shared by all requests for files. */
interface Kept {
  looks: Looks;
  openVideo: OpenVideo;
  isSecure: boolean;
}

const serve = async (
  context: AppContext,
  { looks, openVideo, isSecure }: Kept,
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer,
  name: string,
) => {
  const file = await findFile(context, looks, viewer, name);
  // The name is the content: a file is written once under a random name and never changed.
  const tag = `"${file.name}"`;
  reply
    .headers(cacheHeaders(file, isSecure))
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', 'inline')
    .type(file.type);
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  // HEAD tells the length of what GET would send, and sends nothing.
  const open: typeof file.open = async (part) => {
    if (request.method === 'HEAD') return Readable.from([]);
    return /^(?:video|audio)\//.test(file.type)
      ? openVideo(viewer.id, () => file.open(part))
      : file.open(part);
  };
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

/** Answers a request for a file by its name. @throws missing if the viewer may not see it */
export type SendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer,
  name: string,
) => Promise<unknown>;

export const createFileSender = (context: AppContext): SendFile => {
  const kept: Kept = {
    looks: createLooks(),
    openVideo: limitVideoStreams(),
    isSecure: context.settings.publicUrl.startsWith('https:'),
  };
  return (request, reply, viewer, name) => serve(context, kept, request, reply, viewer, name);
};
