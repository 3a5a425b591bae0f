import * as z from 'zod/mini';

/** The path and the key of the request that an item withdraws. The call's own schema would bring the whole contract along. */
export const WithdrawalInput = z.object({ path: z.string(), key: z.string() });
