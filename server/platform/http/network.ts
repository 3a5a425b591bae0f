import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the part of a client's address by which rate limits count. One IPv6 client owns a whole /64 network, so a
 * limit for each single address would be useless.
 */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  // A zone may have signs that the parser refuses.
  const parsed = ipaddr.process(address.replace(/%.*/, ''));
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
};
