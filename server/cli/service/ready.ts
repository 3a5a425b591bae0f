import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { Settings } from '../../settings.ts';

const requestTimeoutMs = 5_000;
const pauseMs = 500;

/** The address at which this machine reaches a server that listens at `host`. */
const addressOf = (host: string): string =>
  ['0.0.0.0', '::', '[::]', 'localhost'].includes(host) ? 'localhost' : host.replace(/^\[(.*)\]$/, '$1');

/** Whether the server of these settings, on this machine, answers that it is ready. */
export const isReady = ({ host, port, ownName }: Settings): Promise<boolean> =>
  new Promise((resolve) => {
    const options = { host: addressOf(host), port, path: '/readyz', timeout: requestTimeoutMs };
    const request = ownName
      ? // The server, and not its certificate, is in question.
        requestTls({ ...options, servername: ownName.domain, rejectUnauthorized: false })
      : requestPlain(options);
    request
      .on('response', (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      })
      .on('timeout', () => request.destroy())
      .on('error', () => resolve(false))
      .end();
  });

/** @returns false where the server is not ready in time */
export const waitUntilReady = async (settings: Settings, timeoutMs: number): Promise<boolean> => {
  const until = Date.now() + timeoutMs;
  while (!(await isReady(settings))) {
    if (Date.now() > until) return false;
    await wait(pauseMs);
  }
  return true;
};
