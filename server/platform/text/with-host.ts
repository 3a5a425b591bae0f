/** `postgres://user@/name?host=/run` names no host in its first part, which a URL with a user must. */
export const withHost = (url: string): string => url.replace('@/', '@localhost/');
