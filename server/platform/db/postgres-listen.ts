import pg from 'pg';
import type { Logger } from '../log.ts';

interface Listening {
  url: string;
  channel: string;
  listener: (message: string) => void;
  /** Called after each connection: messages that were sent before are lost. */
  onGap: () => void;
  /** Called when the server is silent or no longer the primary: every other connection is dead too. */
  onSilence: () => void;
  log: Logger;
}

/** Interval and timeout of the heartbeat, in milliseconds. */
const askEvery = 5_000;

/**
 * Whether the server answers and is the primary. A machine that lost its network stays silent, and TCP alone would wait
 * for a quarter of an hour.
 */
const isConnected = async (client: pg.Client): Promise<boolean> => {
  const { promise: silence, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), askEvery);
  const answer = client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows').then(
    ({ rows }) => rows[0]?.follows === false,
    // The lost connection reports itself through its own event.
    () => true,
  );
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
};

/** Keeps one connection that LISTENs, and reconnects after 0.1 s, doubling to 2 s, whenever it is lost. */
export const listenForever = (needs: Listening): (() => Promise<void>) => {
  const { url, channel, log } = needs;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let asking: NodeJS.Timeout | undefined;
  let stopped = false;
  let delay = 100;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: askEvery,
      application_name: 'circle events',
    });
    client = next;
    let lost = false;
    const again = (error?: Error) => {
      if (lost || stopped) return;
      lost = true;
      clearInterval(asking);
      log.warn({ err: error }, 'The event connection to the database was lost; connecting again');
      next
        .end()
        .catch((cause: unknown) => log.debug({ err: cause }, 'The lost connection did not end cleanly'));
      timer = setTimeout(start, delay);
      delay = Math.min(delay * 2, 2_000);
    };
    const ask = () => {
      isConnected(next).then(
        (there) => {
          if (there || lost || stopped) return;
          needs.onSilence();
          again(new Error('The database does not answer, or another one has taken over from it'));
        },
        (error: unknown) => log.error({ err: error }, 'The database could not be asked'),
      );
    };
    next.on('error', again);
    next.on('end', () => again());
    next.on('notification', (message) => {
      if (message.payload !== undefined) needs.listener(message.payload);
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      if (stopped) return;
      delay = 100;
      asking = setInterval(ask, askEvery);
      needs.onGap();
    } catch (error) {
      again(error instanceof Error ? error : undefined);
    }
  };
  const start = () => {
    connect().catch((error: unknown) =>
      log.error({ err: error }, 'The event connection could not be set up'),
    );
  };
  start();

  return async () => {
    stopped = true;
    clearTimeout(timer);
    clearInterval(asking);
    await client?.end();
  };
};
