import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Hub } from './hub.ts';

/** A comment line every 25 s keeps proxies from closing a quiet stream. */
const heartbeat = 25_000;

/** Bytes that may wait for a client to read them. */
const maxUnread = 64 * 1024;

/** Milliseconds that a client has to read the rest of a stream that ends. */
const longestEnd = 10_000;

interface StreamNeeds {
  hub: Hub;
  memberId: number;
  sessionId: number;
  /** Whether the session behind the stream still holds; asked at every heartbeat. */
  stillHolds: () => Promise<boolean>;
}

/**
 * Answers a request with server-sent events (WHATWG HTML, "Server-sent events") until either side ends it. What
 * was missed is not sent again. The first event, `hello`, says for how long nothing has changed for this member: a
 * client whose data is older refetches what it shows.
 */
export const streamEvents = (
  request: FastifyRequest,
  reply: FastifyReply,
  needs: StreamNeeds,
): FastifyReply => {
  if (request.method === 'HEAD') return reply.type('text/event-stream').send();
  reply.hijack();
  const stream = reply.raw;
  // The client may have disconnected during the session lookup; then no `close` event will come.
  if (stream.destroyed) return reply;
  stream.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // nginx would hold the stream back in its buffer.
    'x-accel-buffering': 'no',
  });
  stream.write('retry: 2000\n\n');
  // Without a listener the error of a connection that broke off would end the process.
  stream.on('error', (error) => request.log.debug({ id: request.id, err: error }, 'A stream broke off'));
  const leave = () => {
    clearInterval(timer);
    unsubscribe();
  };
  // Nothing is written after the end, and who does not read what is left is not waited for.
  const end = () => {
    leave();
    stream.end();
    setTimeout(() => stream.destroy(), longestEnd).unref();
  };
  const unsubscribe = needs.hub.subscribe({
    memberId: needs.memberId,
    sessionId: needs.sessionId,
    send: (kind, id) => {
      // A client that does not read is let go; it asks for everything when it comes back.
      if (stream.writableLength > maxUnread) {
        leave();
        stream.destroy();
      } else stream.write(`event: ${kind}\ndata: ${JSON.stringify({ id })}\n\n`);
    },
    end,
  });
  // Asked after subscribing, so that an event in between is sent or counted, never lost.
  needs.hub.quietFor(needs.memberId).then(
    (quietMs) => {
      if (stream.writable) stream.write(`event: hello\ndata: ${JSON.stringify({ quietMs })}\n\n`);
    },
    (error: unknown) => {
      request.log.warn({ id: request.id, err: error }, 'A stream could not be greeted');
      end();
    },
  );
  const timer = setInterval(() => {
    stream.write(':\n\n');
    needs.stillHolds().then(
      (holds) => {
        if (!holds) end();
      },
      (error: unknown) => {
        request.log.warn({ id: request.id, err: error }, 'A stream could not be checked');
        end();
      },
    );
  }, heartbeat);
  stream.once('close', leave);
  return reply;
};
