import { request as requestHttps } from 'node:https';
import { request as requestHttp } from '../../../platform/node-http.ts';

/** Milliseconds. */
const timeouts = { connect: 3_000, total: 10_000 };

/**
 * Posts an empty message and resolves with the answer's status, without reading the body or following redirects.
 * @throws when the server does not answer in time, or `signal` aborts
 */
export const post = (
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const send = address.startsWith('https:') ? requestHttps : requestHttp;
    const request = send(address, {
      method: 'POST',
      headers,
      signal: AbortSignal.any([AbortSignal.timeout(timeouts.total), signal]),
    });
    request.on('error', reject);
    request.on('socket', (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(
        () => request.destroy(new Error('The push service could not be connected to')),
        timeouts.connect,
      );
      socket.once(address.startsWith('https:') ? 'secureConnect' : 'connect', () => clearTimeout(timer));
      socket.once('close', () => clearTimeout(timer));
    });
    request.on('response', (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.end();
  });
