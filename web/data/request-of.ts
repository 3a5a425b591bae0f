import { type Endpoint, pathParameters, sendsQuery } from '../../contract/endpoint.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Puts each field of an input into the path, the query or the body, by the endpoint's own rules. */
export const requestOf = (
  endpoint: Pick<Endpoint, 'method' | 'path' | 'inBody'>,
  input: Fields,
): { url: string; body: Fields | null } => {
  const inPath = new Set(pathParameters(endpoint.path));
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  if (sendsQuery(endpoint)) {
    const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString();
    return { url: query === '' ? path : `${path}?${query}`, body: null };
  }
  return { url: path, body: rest.length === 0 ? null : Object.fromEntries(rest) };
};
