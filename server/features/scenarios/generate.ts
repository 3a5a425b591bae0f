import { randomInt } from 'node:crypto';
import type * as FastCheck from 'fast-check';
import * as z from 'zod/mini';
import { type Endpoint, sendsQuery, written } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { oddTexts } from './odd-texts.ts';
import { callable, type Idea, type Step, withIds } from './steps.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Check = typeof FastCheck.default;

/** How many scenarios one request adds, and how many inputs each of them tries. */
const perRequest = 5;
const inputs = 10;

/** Typical inputs of people and attackers. */
const typed = [
  ...oddTexts,
  '$ana',
  '$ben',
  '$circle',
  '$moment',
  '["$circle"]',
  'someone@example.org',
  'x'.repeat(3_000),
];

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/**
 * Values that fit a JSON schema, as far as the schema describes them. For texts it says little, so many candidates
 * are listed here.
 */
const valuesOf = (fc: Check, schema: Schema): FastCheck.Arbitrary<unknown> => {
  const one = (inner: unknown) => (isSchema(inner) ? valuesOf(fc, inner) : fc.jsonValue({ maxDepth: 1 }));
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map(one));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, inner]) => [name, one(inner)] as const,
      );
      const required = schema.required ?? [];
      return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true });
    }
    case 'array':
      return fc.array(one(schema.items), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 20),
      });
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -1_000_000, max: schema.maximum ?? 1_000_000 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
      break;
    case 'string':
      return fc.oneof(
        fc.constantFrom(...typed),
        schema.pattern === undefined
          ? fc.string({ unit: 'binary', maxLength: 60 })
          : fc.stringMatching(new RegExp(schema.pattern)),
      );
  }
  return fc.jsonValue({ maxDepth: 1 });
};

type Fields = Record<string, unknown>;

/** The same input with one field missing, of another type, or too many. */
const broken = (fc: Check, right: FastCheck.Arbitrary<Fields>): FastCheck.Arbitrary<Fields> =>
  fc
    .tuple(
      right,
      fc.nat(),
      fc.oneof(fc.constant(undefined), fc.constantFrom(...typed), fc.jsonValue({ maxDepth: 1 })),
    )
    .map(([fields, at, other]) => {
      const names = [...Object.keys(fields), 'surplus'];
      const { [names[at % names.length] ?? '']: _left, ...rest } = fields;
      return other === undefined ? rest : { ...rest, [names[at % names.length] ?? '']: other };
    });

const noIds: ReadonlyMap<string, string> = new Map();

/** Whether the endpoint's own schema accepts the input on arrival, with ids in place of the labels. */
const isTaken = (endpoint: Endpoint, drawn: Fields): boolean => {
  const fields = withIds(drawn, noIds);
  const arrives = sendsQuery(endpoint)
    ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, written(value)]))
    : fields;
  return endpoint.input.safeParse(arrives).success;
};

const titleOf = ({ method, path }: Endpoint): string => `Drawn inputs: ${method} ${path}`;

const stepsFor = (name: string, endpoint: Endpoint, drawn: readonly Fields[]): Step[] => {
  const [first = {}] = drawn;
  return [
    { who: 'ana', call: 'circles.create', input: { name: 'circle', kind: 'shared' }, makes: 'circle' },
    { who: 'ana', call: 'circles.addMember', input: { id: '$circle', userId: '$ben' } },
    { who: 'ana', call: 'posts.create', input: { content: 'Here', circleIds: ['$circle'] }, makes: 'moment' },
    ...(endpoint.credential === 'anyone'
      ? []
      : [{ who: 'visitor', call: name, input: first, expect: 'refused' } as const]),
    ...drawn.map((input): Step => {
      const isRefused = endpoint.credential === 'admin' || !isTaken(endpoint, input);
      return { who: 'ana', call: name, input, expect: isRefused ? 'refused' : undefined };
    }),
  ];
};

const fieldsOf = (value: unknown): Fields =>
  isSchema(value) ? Object.fromEntries(Object.entries(value)) : {};

const draw = (fc: Check, name: string, endpoint: Endpoint, seed: number): Idea => {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' });
  const right = valuesOf(fc, schema).map(fieldsOf);
  const drawn = fc.sample(fc.oneof(right, broken(fc, right)), { seed, numRuns: inputs });
  const isForAdmins = endpoint.credential === 'admin';
  return {
    name: titleOf(endpoint),
    description: `${inputs} inputs drawn from the schema of ${endpoint.method} ${endpoint.path}, some broken in one place (seed ${seed}).`,
    category: isForAdmins ? 'security' : 'edge_case',
    priority: isForAdmins ? 'critical' : 'high',
    steps: stepsFor(name, endpoint, drawn),
  };
};

/**
 * Generates scenarios from the schemas of the API: for random endpoints, valid inputs and inputs that are broken in
 * one place. The server must never fail, must refuse what its schema refuses, and must answer as promised.
 * @param known names already in use
 * @param max the maximum; fewer if not enough new ones are found
 */
export const generateIdeas = async (
  known: readonly string[],
  max = perRequest,
  seed = randomInt(2 ** 31 - 1),
): Promise<Idea[]> => {
  // Loaded only here, so that servers without scenarios do not need the memory.
  const { default: fc } = await import('fast-check');
  const all = [...endpoints].filter(([name, { files }]) => callable.includes(name) && !files);
  const fresh = all.filter(([, endpoint]) => !known.includes(titleOf(endpoint)));
  const from = fresh.length > 0 ? fresh : all;
  const count = Math.min(max, from.length);
  const [chosen = []] = fc.sample(fc.shuffledSubarray(from, { minLength: count, maxLength: count }), {
    seed,
    numRuns: 1,
  });
  return chosen.map(([name, endpoint]) => draw(fc, name, endpoint, seed));
};
