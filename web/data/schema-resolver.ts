import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form';
import type * as z from 'zod/mini';

/** Checks a form with the schema by which the server checks the same call; each field shows its first issue. */
export const schemaResolver =
  <Input extends FieldValues, Output>(
    schema: z.ZodMiniType<Output, Input>,
  ): Resolver<Input, unknown, Output> =>
  (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: FieldErrors<Input> = {};
    for (const { path, code, message } of parsed.error.issues) {
      const field = path.join('.');
      if (!get(errors, field)) set(errors, field, { type: code, message });
    }
    return { values: {}, errors };
  };
