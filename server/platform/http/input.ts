import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type Endpoint, pathParameters, sendsQuery } from '../../../contract/endpoint.ts';
import { type ErrorBody, messages } from '../../../contract/errors/errors.ts';
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

/**
 * Merges path, query and body (or the form's text fields) of a request into the one object that the schema describes.
 */
export const gatherInput = (
  endpoint: Endpoint,
  request: FastifyRequest,
  form: Record<string, unknown> | null,
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
  return { ...sent, ...params };
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
