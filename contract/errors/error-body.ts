import * as z from 'zod/mini';

/** The second factors that complete a sign-in. */
export const SecondFactor = z.object({ ticket: z.string(), code: z.boolean(), passkey: z.boolean() });
export type SecondFactor = z.infer<typeof SecondFactor>;

/** The body of every error answer. */
export const ErrorBody = z.object({
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** The id of the log line with the cause. */
  errorId: z.optional(z.string()),
  /** The same text as `message`, in the answers of the payment calls. */
  error: z.optional(z.string()),
  /** After a correct password that is not enough: the sign-in continues with this ticket (docs/decisions/0008). */
  secondFactor: z.optional(SecondFactor),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
