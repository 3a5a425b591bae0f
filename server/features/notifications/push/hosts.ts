/**
 * Whether Circle sends pushes to this address, which a browser sent: over https, to a push service that the operator
 * allows. `*.` stands for any subdomain. An entry that is a whole URL is a stand-in on the operator's own machine.
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
