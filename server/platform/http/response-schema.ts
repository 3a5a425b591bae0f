import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;

const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// fast-json-stringify tries each branch of an `anyOf` at run time; `nullable` is one test instead.
const simplify = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(simplify);
  if (!isRecord(schema)) return schema;
  const { anyOf, $schema: _, ...rest } = schema;
  if (Array.isArray(anyOf) && anyOf.length === 2 && isRecord(anyOf[1]) && anyOf[1]['type'] === 'null') {
    const inner = simplify(anyOf[0]);
    return isRecord(inner) ? { ...rest, ...inner, nullable: true } : inner;
  }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => (key === '$schema' ? [] : [[key, simplify(value)]])),
  );
};

/** Makes the JSON schema by which Fastify writes an answer: fields that the endpoint does not promise are dropped. */
export const responseSchema = (output: z.ZodMiniType): JsonSchema => {
  const schema = simplify(
    z.toJSONSchema(output, { target: 'draft-7', metadata: z.registry(), io: 'output' }),
  );
  if (!isRecord(schema)) throw new TypeError('An answer is described by an object');
  return schema;
};
