/**
 * Whether Circle sends to this address, which a browser gave: over https to a push service that the operator allows,
 * `*.` standing for any name below. An entry that is a whole address is a stand-in on the operator's own machine.
 */
export const isAllowed = (hosts: readonly string[], endpoint: string): boolean => {
  const url = URL.parse(endpoint);
  if (!url || url.username !== '' || url.password !== '') return false;
  return hosts.some((host) => {
    if (host.includes('://')) return url.origin === host;
    if (url.protocol !== 'https:' || url.port !== '') return false;
    return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
  });
};
