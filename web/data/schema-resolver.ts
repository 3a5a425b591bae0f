import {
  type FieldErrors,
  type FieldValues,
  get,
  type Resolver,
  set,
  type FieldPath,
  type UseFormSetError,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError } from './api.ts';

/**
 * Shows the server's errors beside the fields that they concern. Returns false if none could be shown there; then the
 * caller has to show the message.
 */
export const showFieldIssues = <T extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<T>[],
  setError: UseFormSetError<T>,
): boolean => {
  if (!(error instanceof ApiError)) return false;
  let shown = false;
  for (const issue of error.issues) {
    const field = fields.find((name) => issue.path === name || issue.path.startsWith(`${name}.`));
    if (field === undefined) continue;
    setError(field, { type: 'server', message: issue.message }, { shouldFocus: !shown });
    shown = true;
  }
  return shown;
};

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
