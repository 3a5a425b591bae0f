// Writes contract/openapi.json, the description of the HTTP interface, from the contract. It is committed, so
// that a change of the interface shows in review; test/platform/openapi.test.ts holds it to the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { type Credential, type Endpoint, pathParameters, sendsQuery } from '../contract/endpoint.ts';
import { endpoints } from '../contract/endpoints.ts';
import { ErrorBody } from '../contract/errors/error-body.ts';
import * as shapes from '../contract/shapes.ts';

const file = new URL('../contract/openapi.json', import.meta.url);

const Package = z.object({ version: z.string() });

const callers: Record<Credential, string> = {
  anyone: 'Open to everyone.',
  member: 'For signed-in members.',
  verified: 'For members whose identity is verified.',
  admin: 'For administrators.',
};

const isSchema = (value: unknown): value is z.ZodMiniType => value instanceof z.ZodMiniType;

const sorted = <T>(entries: Iterable<[string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The schema of those fields of an endpoint's input whose names pass the filter. */
const part = (endpoint: Endpoint, wanted: (name: string) => boolean): z.ZodMiniObject | null => {
  const fields = Object.entries(endpoint.input.shape).filter(([name]) => wanted(name));
  return fields.length > 0 ? z.strictObject(Object.fromEntries(fields)) : null;
};

const formOf = (fields: z.ZodMiniObject | null, files: Readonly<Record<string, number>>) =>
  z.strictObject({
    ...fields?.shape,
    ...Object.fromEntries(
      Object.entries(files).map(([name, most]) => [
        name,
        z.optional(most > 1 ? z.array(z.file()).check(z.maxLength(most)) : z.file()),
      ]),
    ),
  });

const requestOf = (endpoint: Endpoint): Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'> => {
  const named = pathParameters(endpoint.path);
  const path = part(endpoint, (name) => named.includes(name));
  const rest = part(endpoint, (name) => !named.includes(name));
  const inQuery = sendsQuery(endpoint);
  const params = { ...(path && { path }), ...(rest && inQuery && { query: rest }) };
  const body = endpoint.files
    ? { 'multipart/form-data': { schema: formOf(rest, endpoint.files) } }
    : rest && !inQuery
      ? { 'application/json': { schema: rest } }
      : null;
  return {
    ...(Object.keys(params).length > 0 && { requestParams: params }),
    ...(body && { requestBody: { required: true, content: body } }),
  };
};

const failure = (id: string, description: string): ZodOpenApiResponseObject => ({
  id,
  description,
  content: { 'application/json': { schema: ErrorBody } },
});

const failures = {
  400: failure('Invalid', 'What was sent does not hold; `issues` names the fields.'),
  401: failure('SignedOut', 'Not signed in.'),
  403: failure('NotAllowed', 'Not allowed to the caller, or sent from another site.'),
  404: failure('NotFound', 'Not there, or not for the caller to see: the two look the same.'),
  409: failure('Conflict', 'Does not go together with how things are.'),
  413: failure('TooLarge', 'Larger than what is accepted.'),
  415: failure('WrongType', 'Not a kind of content that is accepted.'),
  422: failure('KeyReused', 'Something else was sent with this `Idempotency-Key`.'),
  429: failure('TooMany', 'Too many tries; `Retry-After` says in how many seconds to try again.'),
};
const broken = failure('Broken', 'Something went wrong on the server, which has the cause in its log.');

/** The errors of this kind of endpoint; the answer's `message` says which case it was. */
const failuresOf = (endpoint: Endpoint): ZodOpenApiResponsesObject => ({
  ...(Object.keys(endpoint.input.shape).length > 0 && { 400: failures[400] }),
  ...(endpoint.credential !== 'anyone' && { 401: failures[401] }),
  ...((endpoint.method !== 'GET' || endpoint.credential === 'admin') && { 403: failures[403] }),
  ...(pathParameters(endpoint.path).length > 0 && { 404: failures[404] }),
  ...(endpoint.method !== 'GET' && { 409: failures[409] }),
  ...(endpoint.files && { 413: failures[413], 415: failures[415] }),
  ...(endpoint.repeatable && { 422: failures[422] }),
  ...(endpoint.rate && { 429: failures[429] }),
  default: broken,
});

const responsesOf = (endpoint: Endpoint): ZodOpenApiResponsesObject => ({
  [`${endpoint.status}` as const]: {
    description: 'Done.',
    ...(endpoint.output && { content: { 'application/json': { schema: endpoint.output } } }),
  },
  ...failuresOf(endpoint),
});

const operation = (name: string, endpoint: Endpoint): ZodOpenApiOperationObject => ({
  operationId: name,
  tags: name.split('.').slice(0, 1),
  summary: endpoint.summary,
  description: callers[endpoint.credential],
  ...(endpoint.credential !== 'anyone' && { security: [{ session: [] }] }),
  ...requestOf(endpoint),
  responses: responsesOf(endpoint),
});

// Under these names they stand once in the document and are referred to elsewhere.
for (const [id, shape] of Object.entries({ ...shapes, ErrorBody })) {
  if (isSchema(shape)) z.globalRegistry.add(shape, { id });
}

/** The text of contract/openapi.json as the contract has it now. */
export const describeInterface = (): string => {
  const paths = Object.groupBy(endpoints, ([, endpoint]) => endpoint.path.replaceAll(/:(\w+)/g, '{$1}'));
  const { version } = Package.parse(
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
  );
  const document = createDocument({
    openapi: '3.1.0',
    info: { title: 'Circle', version },
    paths: sorted(
      Object.entries(paths).map(([path, calls = []]) => [
        path,
        sorted(calls.map(([name, call]) => [call.method.toLowerCase(), operation(name, call)])),
      ]),
    ),
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'circle_session' } },
    },
  });
  const { schemas = {}, responses = {}, ...others } = document.components ?? {};
  document.components = {
    ...others,
    schemas: sorted(Object.entries(schemas)),
    responses: sorted(Object.entries(responses)),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
};

if (import.meta.main) writeFileSync(file, describeInterface());
