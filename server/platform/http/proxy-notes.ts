import { BlockList, isIPv6 } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from '../log.ts';
import { networkOf } from './network.ts';
import { isLoopback } from '../reach.ts';

/** Private and public networks that are noted at most, each: any client can send the header. */
const maxNotes = 5;

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

// Only addresses of private networks are named: others may be a member's.
const privateNetworks = new BlockList();
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('169.254.0.0', 16, 'ipv4');
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/** Docker takes the networks of its containers from here, and a proxy of the host has the address of their gateway. */
const containers = new BlockList();
containers.addSubnet('172.16.0.0', 12, 'ipv4');

/** The value of `TRUST_PROXY` for a proxy with this address; null for a public one. */
const trustOf = (address: string): string | null => {
  if (isLoopback(address)) return '127.0.0.1,::1';
  if (containers.check(address, familyOf(address))) return '172.16.0.0/12';
  return privateNetworks.check(address, familyOf(address)) ? networkOf(address) : null;
};

/** The parts of Fastify's request that tell which proxy it came through. */
interface Forwarded {
  headers: IncomingHttpHeaders;
  /** The sender and the addresses that it names; absent without a trusted proxy. */
  ips?: string[] | undefined;
  raw: { socket: { remoteAddress?: string | undefined } };
}

export interface ProxyNotes {
  note(request: Forwarded): void;
  /**
   * The values that `TRUST_PROXY` lacks for the senders of forwarded headers that it does not name, once each; null stands
   * for public addresses. Empty as long as there was none.
   */
  untrusted(): readonly (string | null)[];
}

/**
 * Notes once for each network that its requests name other clients, while `TRUST_PROXY` does not name it. Behind such a
 * proxy everybody has one address, and one stranger's wrong passwords pause the sign-in of all.
 */
export const createProxyNotes = (log: Pick<Logger, 'warn'>): ProxyNotes => {
  const noted = new Map<string, string | null>();
  const countLike = (trust: string | null) =>
    [...noted.values()].filter((other) => (other === null) === (trust === null)).length;
  return {
    note({ headers, ips, raw }) {
      // With a trusted peer there are two addresses: its own and the one that it names.
      if (headers['x-forwarded-for'] === undefined || (ips?.length ?? 0) > 1) return;
      const address = raw.socket.remoteAddress ?? '';
      const network = networkOf(address);
      const trust = trustOf(address);
      if (noted.has(network) || countLike(trust) >= maxNotes) return;
      noted.set(network, trust);
      log.warn(
        trust === null ? {} : { network, trust },
        'Requests name other addresses in X-Forwarded-For, but TRUST_PROXY does not name their sender: if it is your proxy, all members count as one address',
      );
    },
    untrusted: () => [...new Set(noted.values())],
  };
};
