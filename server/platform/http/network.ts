import { isIPv6 } from 'node:net';

const groupsOf = (part: string): string[] =>
  part
    .split(':')
    .filter((group) => group !== '')
    // An IPv4 address at the end stands for two groups.
    .flatMap((group) => (group.includes('.') ? ['', ''] : [group]));

/**
 * Returns the part of a client's address by which rate limits count. One IPv6 client owns a whole /64 network, so a
 * limit for each single address would be useless.
 */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const network = [...first, ...zeros, ...last].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
};
