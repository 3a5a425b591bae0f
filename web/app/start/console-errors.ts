const maxCount = 50;
// More than is sent: what is secret in it is taken out before it is cut to its length.
const maxLength = 8_192;
const kept: string[] = [];

const asText = (value: unknown): string =>
  value instanceof Error ? (value.stack ?? value.message) : String(value);

/** Keeps what is logged as an error, from now on. It stays in this page until somebody reports a bug. */
export const keepConsoleErrors = (): void => {
  const { error } = console;
  console.error = (...values: unknown[]) => {
    error(...values);
    kept.push(values.map(asText).join(' ').slice(0, maxLength));
    if (kept.length > maxCount) kept.shift();
  };
};

/** The last errors, oldest first, as they were logged. */
export const consoleErrors = (): readonly string[] => kept;
