import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const inHomes = new BlockList();
inHomes.addSubnet('10.0.0.0', 8, 'ipv4');
inHomes.addSubnet('172.16.0.0', 12, 'ipv4');
inHomes.addSubnet('192.168.0.0', 16, 'ipv4');
inHomes.addSubnet('169.254.0.0', 16, 'ipv4');
inHomes.addSubnet('fc00::', 7, 'ipv6');
inHomes.addSubnet('fe80::', 10, 'ipv6');

/** Whether only this machine has this address. */
export const isLoopback = (address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4');
};

/** A host as it stands in a URL, without the brackets of IPv6 and the dot that ends a full name. */
const plainHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/** `0.0.0.0` and `::` are no addresses of anybody: browsers take them for their own machine. */
const isOwnHost = (host: string): boolean =>
  isLoopback(host) ||
  ['0.0.0.0', '::', 'ip6-localhost', 'ip6-loopback'].includes(host) ||
  /(?:^|\.)localhost(?:\.localdomain)?$/i.test(host);

/**
 * The host and port at which only this machine finds the server; null if others may. Either `PUBLIC_URL` names the
 * machine that opens it, or it names the server's own port, which listens for this machine alone.
 */
export const onlyHere = (server: { publicUrl: string; host: string; port: number }): string | null => {
  const { protocol, hostname, host, port } = new URL(server.publicUrl);
  if (isOwnHost(plainHost(hostname))) return host;
  const isDirect = protocol === 'http:' && Number(port || 80) === server.port;
  return isDirect && isLoopbackListener(server.host) ? `${server.host}:${server.port}` : null;
};

const isLoopbackListener = (host: string): boolean => host === 'localhost' || isLoopback(plainHost(host));

/**
 * The host of an address that only devices in the same home or office find, over plain http; null for any other. A name over
 * https may be a private one, too, but somebody has set up a network for it.
 */
export const onlyNearby = (publicUrl: string): string | null => {
  const { protocol, hostname, host } = new URL(publicUrl);
  const name = plainHost(hostname);
  if (protocol === 'https:' || isOwnHost(name)) return null;
  const version = isIP(name);
  const isPrivate =
    version === 0
      ? !name.includes('.') || /\.(?:local|lan|home|internal|home\.arpa)$/i.test(name)
      : inHomes.check(name, version === 6 ? 'ipv6' : 'ipv4');
  return isPrivate ? host : null;
};
