/** One line that says to the operator what is wrong or refused; a command ends with 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}
