/** The key in a reply address, and whether it is the address for bounces. */
export interface KeyInAddress {
  key: string;
  isBounce: boolean;
}

/** The address for replies without its key, such as `circle@example.org`; null where nothing else is before the @. */
export const plainAddressOf = (template: string): string | null => {
  const plain = template.toLowerCase().replace(/[+._-]?\{key\}/, '');
  return plain.startsWith('@') ? null : plain;
};

/**
 * Finds the key in addresses for replies.
 * @param template `MAIL_REPLY`, such as `circle+{key}@example.org`
 * @returns null for other addresses
 */
export const createKeyFinder = (template: string): ((address: string) => KeyInAddress | null) => {
  const [before = '', after = ''] = template.toLowerCase().split('{key}');
  return (address) => {
    const plain = address.toLowerCase();
    if (!plain.startsWith(before) || !plain.endsWith(after)) return null;
    const [, bounce, key] = /^(b?)([a-z2-7]{26})$/.exec(plain.slice(before.length, -after.length)) ?? [];
    return key === undefined ? null : { key, isBounce: bounce === 'b' };
  };
};
