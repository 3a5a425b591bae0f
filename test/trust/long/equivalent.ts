/**
 * Clauses of `access/` whose absence nobody can see, with why: they make something cheaper, or stand before what says the
 * same again.
 */
export const equivalent: readonly { file: string; clause: string; why: string }[] = [];
