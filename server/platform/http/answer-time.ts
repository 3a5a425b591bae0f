import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Disconnects a client that reads nothing of a streamed answer for `stalledMs`, because each one keeps a file open. The
 * socket's own timeout would restart with each byte that the client sends.
 */
export const limitStall = (
  { raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
  stalledMs: number,
): void => {
  let before = socket.bytesWritten;
  const timer = setInterval(() => {
    // The client may have left before this was called, and `close` with it.
    if (socket.destroyed) clearInterval(timer);
    else if (socket.bytesWritten === before) socket.destroy();
    before = socket.bytesWritten;
  }, stalledMs).unref();
  reply.raw.once('close', () => clearInterval(timer));
};
