let common: Promise<ReadonlySet<string>> | undefined;

// 49,000 words and 30 MB while they are being unpacked: loaded when the first password is set, not at the start.
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words: unknown = dictionary['passwords-common'];
  if (!Array.isArray(words))
    throw new TypeError('The list of common passwords has another form than expected');
  return new Set(words.filter((word) => typeof word === 'string'));
};

/** Whether a password is one of those that everybody tries first, whatever its case. */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  common ??= load();
  return (await common).has(password.toLowerCase());
};
