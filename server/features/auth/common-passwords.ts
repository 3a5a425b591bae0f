let common: Promise<ReadonlySet<string>> | undefined;

// The dictionary has 49,000 words and takes 30 MB to unpack, so load it when the first password is set, not at the
// start.
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words: unknown = dictionary['passwords-common'];
  if (!Array.isArray(words))
    throw new TypeError('The list of common passwords has another form than expected');
  return new Set(words.filter((word) => typeof word === 'string'));
};

/** The password is one of the most common ones, in upper or lower case. */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  common ??= load();
  return (await common).has(password.toLowerCase());
};
