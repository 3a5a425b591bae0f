import type * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import { Problem } from '../../platform/problem.ts';

/** Validates text of a mail or a form. @throws invalid, with the sentence of the first issue */
export const validated = <T>(schema: z.ZodMiniType<T>, value: unknown): T => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Problem('invalid', parsed.error.issues[0]?.message ?? messages.invalid);
  return parsed.data;
};
