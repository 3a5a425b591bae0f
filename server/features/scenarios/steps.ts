import * as z from 'zod/mini';
import { Category, Priority } from '../../../contract/scenarios.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { limits } from '../../../contract/limits.ts';

/** The invented members of a scenario. */
export const people = ['ana', 'ben', 'cleo', 'dan', 'eve'] as const;

/** Endpoints that a step may call: all except those that start another run, sign people out, or need the card provider. */
export const callable = [...endpoints.keys()].filter(
  (name) => !/^(?:scenarios|payments)\.|^auth\.log/.test(name),
);

/** Maximum characters of JSON that one call sends. */
const longestInput = 20_000;

/**
 * One call of one person. No step names a host, so a scenario of any origin reaches only the throw-away instance. In the
 * input `$label` stands for the id of that person, or of what an earlier step has made.
 */
export const Step = z.strictObject({
  who: z.enum([...people, 'visitor']),
  call: z.enum(callable),
  input: z
    .record(z.string(), z.unknown())
    .check(z.refine((input) => JSON.stringify(input).length <= longestInput)),
  /** Drawn photos that go with the call. */
  photos: z.optional(z.int().check(z.minimum(0), z.maximum(3))),
  /** How often the call is made. */
  times: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
  /** Names what the call makes. */
  makes: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,19}$/))),
  /** The status of the answer, or any refusal. */
  expect: z.optional(z.union([z.literal('refused'), z.int().check(z.minimum(200), z.maximum(499))])),
});
export type Step = z.infer<typeof Step>;

/** The steps that a model or the generator may propose. */
export const Idea = z.strictObject({
  name: z.string().check(z.minLength(3), z.maxLength(80)),
  description: z.string().check(z.minLength(3), z.maxLength(300)),
  category: Category,
  priority: Priority,
  steps: z.array(Step).check(z.minLength(2), z.maxLength(30)),
});
export type Idea = z.infer<typeof Idea>;

/** A stored idea. */
export const KeptIdea = z.object({ ...Idea.shape, id: z.string() });
export type KeptIdea = z.infer<typeof KeptIdea>;

export const Proposal = z.object({
  scenarios: z.array(z.unknown()).check(z.maxLength(limits.scenarioIdeas)),
});

/** Checks that everything is made before its use, and that at least one step expects something. */
export const isPlayable = ({ steps }: Idea): boolean => {
  const known = new Set<string>(people);
  return (
    steps.some((step) => step.expect !== undefined) &&
    steps.every(({ input, makes }) => {
      const used = [...JSON.stringify(input).matchAll(/"\$([a-z][a-z0-9-]{0,19})"/g)];
      const isKnown = used.every(([, label = '']) => known.has(label));
      if (makes !== undefined) known.add(makes);
      return isKnown;
    })
  );
};

/** The id of a label whose object was not made: an id that was never given out. */
const nobody = '0'.repeat(32);

/** The input with ids in place of the labels. */
export const withIds = (input: Step['input'], ids: ReadonlyMap<string, string>): Step['input'] =>
  Step.shape.input.parse(
    JSON.parse(
      JSON.stringify(input).replaceAll(
        /\$([a-z][a-z0-9-]{0,19})/g,
        (_, label: string) => ids.get(label) ?? nobody,
      ),
    ),
  );
