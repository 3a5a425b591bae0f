import type { FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds in which the body of a JSON request must arrive. */
const jsonBodyMs = 60_000;
const uploadMs = 600_000;
/** An upload must send at least this many bytes a second, measured over stretches of this many milliseconds. */
const uploadBytesPerSecond = 16 * 1_024;
const windowMs = 10_000;

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

const onceRead = (request: FastifyRequest, reply: FastifyReply, stop: () => void): void => {
  request.raw.once('end', stop);
  request.raw.once('close', stop);
  reply.raw.once('close', stop);
};

/** Disconnects a request whose JSON body does not arrive in time. */
export const limitJsonTime = (request: FastifyRequest, reply: FastifyReply): void => {
  if (!hasBody(request)) return;
  const timer = setTimeout(() => request.raw.destroy(), jsonBodyMs);
  onceRead(request, reply, () => clearTimeout(timer));
};

/**
 * Disconnects an upload that is too slow or takes too long, because each one holds a connection and a temporary file.
 */
export const limitUploadTime = (request: FastifyRequest, reply: FastifyReply): void => {
  if (!hasBody(request)) return;
  const { socket } = request.raw;
  const end = Date.now() + uploadMs;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - before;
    before = socket.bytesRead;
    if (arrived < (uploadBytesPerSecond * windowMs) / 1_000 || Date.now() > end) request.raw.destroy();
  }, windowMs);
  onceRead(request, reply, () => clearInterval(timer));
};
