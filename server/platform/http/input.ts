import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type Endpoint, pathParameters, sendsQuery } from '../../../contract/endpoint.ts';
import type { ErrorBody } from '../../../contract/errors/error-body.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { Problem } from '../problem.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const foundInPath = new Map<string, ReadonlySet<string>>();

/** The contract has a fixed number of paths, so this cache is bounded. */
const namesInPath = (path: string): ReadonlySet<string> => {
  let names = foundInPath.get(path);
  if (!names) {
    names = new Set(pathParameters(path));
    foundInPath.set(path, names);
  }
  return names;
};

/** Deeper values than this are in no request. */
const maxDepth = 10;

/** JSON in the text of a form's field; null for other texts. */
const listIn = (text: string): unknown[] | null => {
  if (!text.startsWith('[')) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
};

/** Changes the texts of a request, also those in a list that is the text of a form's field. */
const changeTexts = (value: unknown, change: (text: string) => string, depth = 0): unknown => {
  if (typeof value === 'string') {
    const changed = change(value);
    const list = changed === value ? null : listIn(value);
    return list ? JSON.stringify(changeTexts(list, change, depth + 1)) : changed;
  }
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((one) => changeTexts(one, change, depth + 1));
  return isRecord(value) ? changeFields(value, change, depth + 1) : value;
};

const changeFields = (fields: Record<string, unknown>, change: (text: string) => string, depth = 0) =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, changeTexts(one, change, depth)]));

/**
 * Merges path, query and body (or the form's text fields) of a request into the one object that the schema describes.
 * @param change what becomes of each text that the caller wrote
 */
export const gatherInput = (
  endpoint: Endpoint,
  request: FastifyRequest,
  form: Record<string, unknown> | null,
  change: (text: string) => string,
): Record<string, unknown> => {
  const inPath = namesInPath(endpoint.path);
  const params = isRecord(request.params) ? request.params : {};
  const query = isRecord(request.query) ? request.query : {};
  const body = form ?? request.body ?? {};
  if (!isRecord(body)) throw new Problem('invalid', messages.invalid);
  const byQuery = sendsQuery(endpoint);
  const sent = byQuery ? { ...query, ...body } : body;
  for (const name of Object.keys(sent)) {
    if (inPath.has(name)) throw unknownFields([name]);
  }
  if (!byQuery && Object.keys(query).length > 0) throw unknownFields(Object.keys(query));
  // A GET stores nothing.
  return { ...(endpoint.method === 'GET' ? sent : changeFields(sent, change)), ...params };
};

const unknownFields = (names: string[]): Problem =>
  new Problem('invalid', messages.invalid, {
    issues: names.map((path) => ({ path, message: messages.unknownField })),
  });

interface Issue {
  code?: string | undefined;
  message: string;
  path: PropertyKey[];
  keys?: string[];
}

const plainIssues = (issues: readonly Issue[]): NonNullable<ErrorBody['issues']> =>
  issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.keys) {
      return issue.keys.map((key) => ({
        path: path ? `${path}.${key}` : key,
        message: messages.unknownField,
      }));
    }
    return [{ path, message: issue.message }];
  });

/**
 * Parses input by the endpoint's schema. The answer's `message` is the first issue's words.
 * @throws Problem `invalid` with one issue for each field that is wrong
 */
export const parseInput = <In extends z.ZodMiniObject>(
  endpoint: Endpoint<In>,
  input: Record<string, unknown>,
): z.output<In> => {
  const parsed = endpoint.input.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = plainIssues(parsed.error.issues);
  throw new Problem('invalid', issues[0]?.message || messages.invalid, { issues });
};
