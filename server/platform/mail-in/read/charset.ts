const isKnown = (label: string): boolean => {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
};

/** Longer mails have no more names of charsets than a mail may have parts. */
const maxNames = 400;

/** Whether a mail names a charset that nobody knows, such as `x-unknown-8bit`. */
export const hasUnknownCharset = (mail: Buffer): boolean => {
  let names = 0;
  for (let at = mail.indexOf('harset'); at >= 0 && names < maxNames; at = mail.indexOf('harset', at + 6)) {
    names += 1;
    const [, label] =
      /^harset\*?\s{0,5}=\s{0,5}"?([^\s";]{1,60})/i.exec(mail.toString('latin1', at, at + 80)) ?? [];
    if (label !== undefined && !isKnown(label)) return true;
  }
  return false;
};

const windows1252 = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (letter, byte) => [letter, byte],
  ),
);

/** Text that was read as Windows-1252, for want of a known charset, although its bytes are UTF-8; others as they are. */
export const asUtf8 = (text: string): string => {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = windows1252.get(text.charAt(at));
    if (byte === undefined) return text;
    bytes[at] = byte;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
};
