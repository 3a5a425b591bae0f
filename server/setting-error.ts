/** One setting that cannot be right; the start stops with its one line. */
export class SettingError extends Error {
  override name = 'SettingError';
}

/** @throws SettingError */
export const fail = (line: string): never => {
  throw new SettingError(line);
};
