import * as z from 'zod/mini';
import { Category, Priority } from '../../../contract/scenarios.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { limits } from '../../../contract/limits.ts';

const people = ['ana', 'ben', 'cleo', 'dan', 'eve'] as const;
const person = z.enum(people);
const who = z.enum([...people, 'visitor']);
const label = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,19}$/));
const words = z.string().check(z.maxLength(600));
const times = z.int().check(z.minimum(1), z.maximum(20));

/**
 * Endpoints that a step may call: all that take JSON, except those that start another run, sign the stage's people
 * out, or need the card provider.
 */
export const callable = [...endpoints].flatMap(([name, { files }]) =>
  files || /^(?:scenarios|payments)\.|^auth\.log/.test(name) ? [] : [name],
);

/** Maximum characters of JSON that one call sends. */
const longestInput = 20_000;

/**
 * The closed list of steps. No step names a host, so a scenario of any origin reaches only the throw-away instance.
 */
export const Step = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('make_circle'), who, circle: label, kind: z.enum(['shared', 'private']) }),
  z.strictObject({ step: z.literal('add_member'), who, circle: label, person }),
  z.strictObject({ step: z.literal('remove_member'), who, circle: label, person }),
  z.strictObject({
    step: z.literal('post'),
    who,
    circle: label,
    post: label,
    text: words,
    photos: z.int().check(z.minimum(0), z.maximum(3)),
  }),
  z.strictObject({ step: z.literal('delete_post'), who, post: label }),
  z.strictObject({ step: z.literal('comment'), who, post: label, text: words }),
  z.strictObject({ step: z.literal('like'), who, post: label, times }),
  z.strictObject({ step: z.literal('unlike'), who, post: label, times }),
  z.strictObject({ step: z.literal('block'), who, person }),
  z.strictObject({ step: z.literal('edit_bio'), who, text: words }),
  z.strictObject({ step: z.literal('search'), who, text: words }),
  z.strictObject({ step: z.literal('read_feed'), who, times }),
  z.strictObject({
    step: z.literal('call'),
    who,
    endpoint: z.enum(callable),
    /** A text `$label` stands for the id of that person, circle or moment. */
    input: z
      .record(z.string(), z.unknown())
      .check(z.refine((input) => JSON.stringify(input).length <= longestInput)),
  }),
  z.strictObject({ step: z.literal('expect_sees'), who, post: label }),
  z.strictObject({ step: z.literal('expect_hidden'), who, post: label }),
  z.strictObject({ step: z.literal('expect_status'), status: z.int().check(z.minimum(200), z.maximum(499)) }),
  z.strictObject({ step: z.literal('expect_refused') }),
]);
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
export const KeptIdea = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  category: Category,
  priority: Priority,
  steps: z.array(Step),
});
export type KeptIdea = z.infer<typeof KeptIdea>;

export const Proposal = z.object({
  scenarios: z.array(z.unknown()).check(z.maxLength(limits.scenarioIdeas)),
});

/** Checks that each circle and moment is created before its use, and that at least one step expects something. */
export const isPlayable = ({ steps }: Idea): boolean => {
  const circles = new Set<string>();
  const posts = new Set<string>();
  for (const step of steps) {
    if (step.step === 'make_circle') circles.add(step.circle);
    else if ('circle' in step && !circles.has(step.circle)) return false;
    if (step.step === 'post') posts.add(step.post);
    else if ('post' in step && !posts.has(step.post)) return false;
  }
  return steps.some(({ step }) => step.startsWith('expect_'));
};
