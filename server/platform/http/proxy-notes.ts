import type { FastifyRequest } from 'fastify';
import type { Logger } from '../log.ts';
import { networkOf } from './network.ts';

/** Networks that are noted at most: any client can send the header. */
const maxNotes = 5;

/** Addresses of this machine and of private networks. Only these are logged: others may be a member's. */
const isPrivate = (address: string): boolean =>
  /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd])/i.test(address);

/**
 * Notes once for each network that its requests name other clients, while `TRUST_PROXY` does not name it. Behind such a
 * proxy everybody has one address, and one stranger's wrong passwords pause the sign-in of all.
 */
export const createProxyNotes = (log: Pick<Logger, 'warn'>): ((request: FastifyRequest) => void) => {
  const noted = new Set<string>();
  return ({ headers, ips, raw }) => {
    // With a trusted peer there are two addresses: its own and the one that it names.
    if (headers['x-forwarded-for'] === undefined || (ips?.length ?? 0) > 1) return;
    const network = networkOf(raw.socket.remoteAddress ?? '');
    if (noted.size >= maxNotes || noted.has(network)) return;
    noted.add(network);
    log.warn(
      isPrivate(network) ? { network } : {},
      'Requests name other addresses in X-Forwarded-For, but TRUST_PROXY does not name their sender: if it is your proxy, all members count as one address',
    );
  };
};
